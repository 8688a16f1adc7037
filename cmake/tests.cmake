# Tests, examples, benchmarks: whatever is in its place is built and run.
enable_testing()

file(GLOB net_testing CONFIGURE_DEPENDS src/net/testing/*.cc)
add_library(modebox_net_test_support STATIC ${net_testing})
find_library(MODEBOX_BROTLIENC NAMES brotlienc REQUIRED) # comes with what decodes
target_link_libraries(modebox_net_test_support PRIVATE modebox_flags ${MODEBOX_BROTLIENC} PUBLIC modebox_net)

# Its tests run scripts against servers.
add_library(modebox_fetch_test_support INTERFACE)
target_link_libraries(modebox_fetch_test_support INTERFACE modebox_engine modebox_net_test_support)

set(unit_folders base value net sandbox tools typescript continuation engine fetch config mcp bridge)
if(MODEBOX_SANITIZE STREQUAL "thread")
  # Their own tests start no threads; the engine's and the scenarios run their code on many.
  list(REMOVE_ITEM unit_folders value tools typescript config)
endif()
foreach(folder IN LISTS unit_folders)
  modebox_folder_tests(${folder})
endforeach()
# What scripts/compare-strip drives.
add_executable(modebox_strip_files EXCLUDE_FROM_ALL src/typescript/strip_files_main.cc)
target_link_libraries(modebox_strip_files PRIVATE modebox_flags modebox_typescript)
file(GLOB cli_tests CONFIGURE_DEPENDS cli/*_test.cc)
if(cli_tests AND NOT MODEBOX_SANITIZE STREQUAL "thread")
  modebox_unit_test(
    modebox_cli_test
    SOURCES ${cli_tests}
    LINK modebox_cli_parts
    LABELS cli)
endif()
foreach(folder IN ITEMS guest scripts cli tests/structure tests/declarations tests/web_apis)
  modebox_script_tests(${folder})
endforeach()

file(GLOB fuzzers CONFIGURE_DEPENDS fuzz/*_fuzz.cc src/*/*_fuzz.cc)
add_custom_target(modebox_fuzzers)
if(NOT MODEBOX_SANITIZE STREQUAL "thread")
  foreach(fuzzer IN LISTS fuzzers)
    modebox_fuzzer("${fuzzer}" modebox)
  endforeach()
endif()

file(GLOB folders CONFIGURE_DEPENDS tests/*/CMakeLists.txt examples/*/CMakeLists.txt bench/CMakeLists.txt
     docs/CMakeLists.txt)
list(FILTER folders EXCLUDE REGEX "examples/consumer/") # a project of its own, see install.cmake
if(MODEBOX_SANITIZE OR MODEBOX_FUZZ)
  # Users of the library, not tests of it: the release build has them.
  list(FILTER folders EXCLUDE REGEX "/(examples|bench|docs)/")
endif()
foreach(list IN LISTS folders)
  cmake_path(GET list PARENT_PATH folder)
  add_subdirectory("${folder}")
endforeach()
