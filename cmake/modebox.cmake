# The building blocks of the build: one static library per folder of src/, one
# test program per folder, and tests written as scripts. Everything is globbed,
# so that a new file only has to be put in its place.

# Flags for our own code. Generated C is compiled elsewhere (guest.cmake), with
# warnings off.
add_library(modebox_flags INTERFACE)
target_compile_features(modebox_flags INTERFACE cxx_std_20)
target_compile_options(
  modebox_flags
  INTERFACE -Wall
            -Wextra
            -Wno-missing-field-initializers # options are named, the rest keep their defaults
            -Wpedantic
            -Wshadow
            -Wundef
            -Wcast-align
            -Wimplicit-fallthrough
            $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
            $<$<COMPILE_LANGUAGE:CXX>:-Woverloaded-virtual>
            $<$<BOOL:${MODEBOX_WARNINGS_ARE_ERRORS}>:-Werror>
            -fstack-protector-strong
            "-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")
target_include_directories(
  modebox_flags
  INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)

set_property(GLOBAL PROPERTY MODEBOX_FOLDERS "")

# modebox_find_static(<variable> <name>): how to link lib<name>, the archive where there is one, so
# that what we ship runs without it. Users of the installed library link it by name.
function(modebox_find_static variable name)
  find_library(MODEBOX_LIBRARY_${name} NAMES lib${name}.a ${name} REQUIRED)
  set(${variable} $<BUILD_INTERFACE:${MODEBOX_LIBRARY_${name}}> $<INSTALL_INTERFACE:${name}> PARENT_SCOPE)
endfunction()

# modebox_library(<folder> [DEPENDS <folder>...] [LINK <target>...]): the library modebox_<folder>
# of src/<folder>/*.cc. DEPENDS names folders, LINK anything else. A folder without sources is
# an interface library, so that dependents need not care.
function(modebox_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;LINK")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${folder}/*.cc")
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz|main)\\.cc$")
  if(sources)
    add_library(modebox_${folder} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(modebox_${folder} PRIVATE $<BUILD_INTERFACE:modebox_flags>)
    set_property(GLOBAL APPEND PROPERTY MODEBOX_FOLDERS ${folder})
  else()
    add_library(modebox_${folder} INTERFACE)
    set(scope INTERFACE)
  endif()
  foreach(dependency IN LISTS arg_DEPENDS)
    target_link_libraries(modebox_${folder} ${scope} modebox_${dependency})
  endforeach()
  if(arg_LINK)
    target_link_libraries(modebox_${folder} ${scope} ${arg_LINK})
  endif()
endfunction()

# modebox_unit_test(<name> SOURCES <file>... LINK <target>... [LABELS <label>...]): a GoogleTest
# program, each of its tests known to ctest by its own name.
function(modebox_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;LABELS")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE modebox_flags ${arg_LINK} GTest::gtest_main GTest::gmock)
  # EXPECT_EQ holds an if of its own; and most of a test's code runs once.
  target_compile_options(${name} PRIVATE -Wno-dangling-else -O1)
  gtest_discover_tests(
    ${name}
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    PROPERTIES TIMEOUT 300)
  # Properties that are lists do not survive gtest_discover_tests, so they are set once it is done.
  set(labels "unit;${arg_LABELS}")
  set(file "${CMAKE_CURRENT_BINARY_DIR}/${name}_properties.cmake")
  file(
    WRITE "${file}"
    "if(${name}_TESTS)\n"
    "  set_tests_properties(\${${name}_TESTS} PROPERTIES LABELS \"${labels}\"\n"
    "    ENVIRONMENT \"${MODEBOX_TEST_ENVIRONMENT}\")\n"
    "endif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${file}")
endfunction()

# The unit tests of a folder of src/: modebox_<folder>_test from its *_test.cc. A folder whose tests
# need something more defines a target modebox_<folder>_test_support.
function(modebox_folder_tests folder)
  file(GLOB tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${folder}/*_test.cc")
  set(support "")
  if(TARGET modebox_${folder}_test_support)
    set(support modebox_${folder}_test_support)
  endif()
  if(tests)
    modebox_unit_test(
      modebox_${folder}_test
      SOURCES ${tests}
      LINK modebox_${folder} ${support}
      LABELS ${folder})
  endif()
endfunction()

# What a test finds in its environment. (die_after_fork: children of tests start threads.)
set(MODEBOX_TEST_ENVIRONMENT
    "MODEBOX_SOURCE_DIR=${PROJECT_SOURCE_DIR}"
    "MODEBOX_BUILD_DIR=${PROJECT_BINARY_DIR}"
    "MODEBOX_CLI=${PROJECT_BINARY_DIR}/modebox"
    "MODEBOX_GUEST_WASM=${PROJECT_BINARY_DIR}/guest/modebox-guest.wasm"
    "MODEBOX_QUICKJS_DIR=${MODEBOX_QUICKJS_DIR}"
    "MODEBOX_ADA_DIR=${MODEBOX_ADA_DIR}"
    "MODEBOX_CACHE_DIR=${MODEBOX_CACHE_DIR}"
    "ASAN_OPTIONS=allow_user_segv_handler=1:detect_stack_use_after_return=0"
    "UBSAN_OPTIONS=print_stacktrace=1"
    "TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:die_after_fork=0")

# modebox_script_tests(<folder> [LABELS <label>...]): each <folder>/*_test.py and *_test.mjs is a
# test, run with python3 or node from the root of the repository.
function(modebox_script_tests folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LABELS")
  file(GLOB scripts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*_test.py"
       "${PROJECT_SOURCE_DIR}/${folder}/*_test.mjs")
  foreach(script IN LISTS scripts)
    cmake_path(GET script FILENAME name)
    if(name MATCHES "\\.py$")
      set(command "${Python3_EXECUTABLE}" -B "${script}")
    else()
      set(command "${MODEBOX_NODE}" "${script}")
    endif()
    add_test(
      NAME "${folder}/${name}"
      COMMAND ${command}
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties("${folder}/${name}" PROPERTIES TIMEOUT 600 LABELS "script;${folder};${arg_LABELS}"
                                                        ENVIRONMENT "${MODEBOX_TEST_ENVIRONMENT}")
  endforeach()
endfunction()

# modebox_fuzzer(<file>_fuzz.cc <target>...): the fuzzer <file>, and a test that replays
# fuzz/corpus/<file>. With the preset `asan` the program is libFuzzer's.
function(modebox_fuzzer source)
  cmake_path(GET source STEM LAST_ONLY stem)
  string(REGEX REPLACE "_fuzz$" "" name "${stem}")
  add_executable(modebox_${name}_fuzz ${source})
  target_link_libraries(modebox_${name}_fuzz PRIVATE modebox_flags ${ARGN})
  add_dependencies(modebox_fuzzers modebox_${name}_fuzz)
  set(corpus "${PROJECT_SOURCE_DIR}/fuzz/corpus/${name}")
  if(MODEBOX_FUZZ)
    target_link_options(modebox_${name}_fuzz PRIVATE -fsanitize=fuzzer)
    set(replay_only -runs=0)
  else()
    target_sources(modebox_${name}_fuzz PRIVATE "${PROJECT_SOURCE_DIR}/fuzz/replay_main.cc")
    set(replay_only "")
  endif()
  add_test(NAME "fuzz/${name}" COMMAND modebox_${name}_fuzz ${replay_only} "${corpus}")
  set_tests_properties("fuzz/${name}" PROPERTIES TIMEOUT 300 LABELS "fuzz" ENVIRONMENT
                                                 "${MODEBOX_TEST_ENVIRONMENT}")
endfunction()
