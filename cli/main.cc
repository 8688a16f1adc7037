// The command line: builds every part and gives the word to one of them.
#include <fcntl.h>
#include <signal.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <string>

#include "cli/doctor_command.h"
#include "cli/help.h"
#include "cli/init_command.h"
#include "cli/inspect_command.h"
#include "cli/mcp_command.h"
#include "cli/resume_command.h"
#include "cli/run_command.h"
#include "cli/types_command.h"
#include "modebox/engine.h"

namespace {

using modebox::cli::ExitCode;

ExitCode print_help(const CLI::App& app, const std::string& topic) {
  if (topic.empty()) {
    std::cout << app.help() << "\nTopics of `modebox help TOPIC`:\n" << modebox::cli::help_topics();
    return ExitCode::completed;
  }
  if (const auto text = modebox::cli::help_text(topic)) {
    std::cout << *text;
    return ExitCode::completed;
  }
  const auto is_topic = [&topic](const CLI::App* command) { return command->get_name() == topic; };
  for (const CLI::App* command : app.get_subcommands(is_topic)) {
    std::cout << command->help();
    return ExitCode::completed;
  }
  std::cerr << "modebox help: there is no topic \"" << topic << "\". The topics are:\n"
            << modebox::cli::help_topics();
  return ExitCode::usage;
}

/// A file that the process opens must not become its standard output, and a
/// full disk is an error, not the end.
void prepare_process() {
  for (int file = 0; file <= 2; ++file) {
    if (fcntl(file, F_GETFD) < 0) (void)open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY);
  }
  signal(SIGXFSZ, SIG_IGN);
  // Whoever started modebox may ignore it; programs that are tools must be waited for.
  signal(SIGCHLD, SIG_DFL);
}

int run_command_line(int argc, char** argv) {
  CLI::App app("Runs untrusted scripts in a sandbox.", "modebox");
  app.set_version_flag("--version", std::string(modebox::version()));
  modebox::cli::RunCommand run_command;
  const CLI::App* run = run_command.add_to(app);
  modebox::cli::ResumeCommand resume_command;
  const CLI::App* resume = resume_command.add_to(app);
  modebox::cli::InspectCommand inspect_command;
  const CLI::App* inspect = inspect_command.add_to(app);
  modebox::cli::TypesCommand types_command;
  const CLI::App* types = types_command.add_to(app);
  modebox::cli::McpCommand mcp_command;
  const CLI::App* mcp = mcp_command.add_to(app);
  modebox::cli::DoctorCommand doctor_command;
  const CLI::App* doctor = doctor_command.add_to(app);
  modebox::cli::InitCommand init_command;
  const CLI::App* init = init_command.add_to(app);
  const CLI::App* version = app.add_subcommand("version", "Print the version and the image's hash");
  CLI::App* help = app.add_subcommand("help", "Explain a topic");
  std::string topic;
  help->add_option("TOPIC", topic, "What to explain; without it, the list of topics");

  try {
    // `help run`: a command's name after `help` is a topic, not the command.
    const bool is_help = argc > 2 && std::string(argv[1]) == "help";
    if (is_help) topic = argv[2];
    app.parse(is_help ? 2 : argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::usage);
  }
  ExitCode code = ExitCode::completed;
  if (*run) {
    code = run_command.run();
  } else if (*resume) {
    code = resume_command.run();
  } else if (*inspect) {
    code = inspect_command.run();
  } else if (*types) {
    code = types_command.run();
  } else if (*mcp) {
    code = mcp_command.run();
  } else if (*doctor) {
    code = doctor_command.run();
  } else if (*init) {
    code = init_command.run();
  } else if (*version) {
    std::cout << "modebox " << modebox::version() << "\nimage " << modebox::image_hash() << '\n';
  } else if (*help) {
    code = print_help(app, topic);
  } else {
    std::cerr << "modebox: Give a command.\n" << app.help();
    code = ExitCode::usage;
  }
  if (!std::cout.flush()) {
    std::cerr << "modebox: can not write to standard output\n";
    code = ExitCode::internal;
  }
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  try {
    return run_command_line(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "modebox: " << error.what() << '\n';
    return static_cast<int>(ExitCode::internal);
  }
}
