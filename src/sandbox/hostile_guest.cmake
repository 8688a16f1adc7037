# A second, tiny guest for the unit tests, which does on demand what the real one
# must never do. Linked into modebox_sandbox_test, which is made later, from the root.
find_program(MODEBOX_WASM_CC NAMES clang-19 clang REQUIRED)
set(hostile_dir "${CMAKE_CURRENT_BINARY_DIR}/hostile")
file(MAKE_DIRECTORY "${hostile_dir}")
add_custom_command(
  OUTPUT "${hostile_dir}/hostile.o"
  COMMAND
    "${MODEBOX_WASM_CC}" --target=wasm32-wasi -O1 -mbulk-memory -nostdlib -Wl,--no-entry -Wl,--stack-first
    -Wl,-z,stack-size=262144 -Wl,--strip-all "${CMAKE_CURRENT_SOURCE_DIR}/hostile_guest.c" -o
    "${hostile_dir}/hostile.wasm"
  COMMAND "${PROJECT_SOURCE_DIR}/scripts/wasm-to-c" "${hostile_dir}/hostile.wasm" "${hostile_dir}" hostile
  COMMAND "${MODEBOX_GUEST_CC}" ${guest_flags} -I "${PROJECT_SOURCE_DIR}" -c "${hostile_dir}/hostile.c" -o
          "${hostile_dir}/hostile.o"
  DEPENDS hostile_guest.c wasm_runtime.h guest_module.h "${PROJECT_SOURCE_DIR}/scripts/wasm-to-c"
  COMMENT "A hostile guest for the sandbox's tests"
  VERBATIM)
add_custom_target(modebox_hostile_guest_object DEPENDS "${hostile_dir}/hostile.o")
add_library(modebox_hostile_guest INTERFACE)
target_link_libraries(modebox_hostile_guest INTERFACE "${hostile_dir}/hostile.o")
add_dependencies(modebox_hostile_guest modebox_hostile_guest_object)

if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/stop_stress_main.cc")
add_executable(modebox_stop_stress stop_stress_main.cc)
target_link_libraries(modebox_stop_stress PRIVATE modebox_flags modebox_sandbox modebox_hostile_guest)
set(stress_runs 10000)
if(MODEBOX_SANITIZE)
  set(stress_runs 3000)
endif()
add_test(NAME "sandbox/stop_stress" COMMAND modebox_stop_stress ${stress_runs})
set_tests_properties("sandbox/stop_stress" PROPERTIES TIMEOUT 600 LABELS "stress" ENVIRONMENT
                                                      "${MODEBOX_TEST_ENVIRONMENT}")
endif()

add_library(modebox_sandbox_test_support ALIAS modebox_hostile_guest)
