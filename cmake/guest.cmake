# From guest/ to native code: scripts/build-guest (C to wasm), check-guest,
# wasm-to-c, then gcc as C with warnings off. The result is the same in every
# preset: sanitizers and debug flags stop here. Each step is cached by content
# in MODEBOX_CACHE_DIR, so that other build folders and clean builds find it.
#
# A target that is linked with the guest says modebox_use_guest(<target>): it
# gets the object file, which defines what src/sandbox/guest_module.h describes.

set(MODEBOX_GUEST_DIR "${PROJECT_BINARY_DIR}/guest")
set(MODEBOX_GUEST_WASM "${MODEBOX_GUEST_DIR}/modebox-guest.wasm")
set(MODEBOX_GUEST_OBJECT "${MODEBOX_GUEST_DIR}/guest.o")
file(MAKE_DIRECTORY "${MODEBOX_GUEST_DIR}")

set(guest_environment "MODEBOX_QUICKJS_DIR=${MODEBOX_QUICKJS_DIR}" "MODEBOX_ADA_DIR=${MODEBOX_ADA_DIR}"
                      "MODEBOX_CACHE_DIR=${MODEBOX_CACHE_DIR}")

file(GLOB_RECURSE guest_inputs CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/guest/*.c" "${PROJECT_SOURCE_DIR}/guest/*.h"
     "${PROJECT_SOURCE_DIR}/guest/*.cc" "${PROJECT_SOURCE_DIR}/guest/*.js" "${PROJECT_SOURCE_DIR}/guest/*.py")
file(GLOB quickjs_inputs "${MODEBOX_QUICKJS_DIR}/*.c" "${MODEBOX_QUICKJS_DIR}/*.h")
file(GLOB_RECURSE ada_inputs "${MODEBOX_ADA_DIR}/src/*.cpp" "${MODEBOX_ADA_DIR}/include/*.h")
add_custom_command(
  OUTPUT "${MODEBOX_GUEST_WASM}"
  COMMAND ${CMAKE_COMMAND} -E env ${guest_environment} "${PROJECT_SOURCE_DIR}/scripts/build-guest" "${MODEBOX_GUEST_DIR}"
  COMMAND "${PROJECT_SOURCE_DIR}/scripts/check-guest" "${MODEBOX_GUEST_WASM}"
  DEPENDS ${guest_inputs} ${quickjs_inputs} ${ada_inputs} "${PROJECT_SOURCE_DIR}/scripts/build-guest"
          "${PROJECT_SOURCE_DIR}/scripts/check-guest"
  COMMENT "Guest: C to wasm"
  VERBATIM)
add_custom_command(
  OUTPUT "${MODEBOX_GUEST_DIR}/guest.c"
  COMMAND ${CMAKE_COMMAND} -E env ${guest_environment} "${PROJECT_SOURCE_DIR}/scripts/wasm-to-c" "${MODEBOX_GUEST_WASM}"
          "${MODEBOX_GUEST_DIR}"
  DEPENDS "${MODEBOX_GUEST_WASM}" "${PROJECT_SOURCE_DIR}/scripts/wasm-to-c"
  COMMENT "Guest: wasm to C"
  VERBATIM)

# The compiler of the guest is always gcc: it can keep a register for the base of
# the guest's memory, and the object is then one and the same everywhere.
find_program(MODEBOX_GUEST_CC NAMES gcc REQUIRED)
set(guest_base 1) # see src/sandbox/wasm_runtime.h
if(MODEBOX_PLAIN_GUEST)
  set(guest_base 2)
endif()
set(guest_flags
    -std=gnu11
    -O2
    -w
    -fPIC
    -fvisibility=hidden
    -fwrapv
    -fno-strict-aliasing
    -ffp-contract=off
    -fno-math-errno
    "-ffile-prefix-map=${PROJECT_BINARY_DIR}/="
    "-ffile-prefix-map=${PROJECT_SOURCE_DIR}/="
    -DMODEBOX_GUEST_BASE=${guest_base})
# Headers that the generated C includes and that are ours (the runtime's).
file(GLOB guest_runtime_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/sandbox/*.h")
add_custom_command(
  OUTPUT "${MODEBOX_GUEST_OBJECT}"
  COMMAND
    ${CMAKE_COMMAND} -E env ${guest_environment} "${PROJECT_SOURCE_DIR}/scripts/compile-cached" "${MODEBOX_GUEST_OBJECT}"
    "${MODEBOX_GUEST_CC}" ${guest_flags} -I "${MODEBOX_GUEST_DIR}" -I "${PROJECT_SOURCE_DIR}/src/sandbox" -I
    "${PROJECT_SOURCE_DIR}" -c "${MODEBOX_GUEST_DIR}/guest.c"
  DEPENDS "${MODEBOX_GUEST_DIR}/guest.c" ${guest_runtime_headers}
          "${PROJECT_SOURCE_DIR}/scripts/compile-cached"
  COMMENT "Guest: C to native code"
  VERBATIM)

# The type stripper: the same path, from the wasm in its npm package on. At -O1: its C is two and
# a half times the guest's.
set(MODEBOX_STRIPPER_OBJECT "${MODEBOX_GUEST_DIR}/stripper.o")
list(TRANSFORM guest_flags REPLACE "^-O2$" "-O1" OUTPUT_VARIABLE stripper_flags)
set(stripper_environment "MODEBOX_CACHE_DIR=${MODEBOX_CACHE_DIR}")
if(DEFINED ENV{MODEBOX_SWC_DIR})
  list(APPEND stripper_environment "MODEBOX_SWC_DIR=$ENV{MODEBOX_SWC_DIR}")
endif()
add_custom_command(
  OUTPUT "${MODEBOX_STRIPPER_OBJECT}"
  COMMAND ${CMAKE_COMMAND} -E env ${stripper_environment} "${PROJECT_SOURCE_DIR}/scripts/build-stripper"
          "${MODEBOX_STRIPPER_OBJECT}" "${MODEBOX_GUEST_CC}" ${stripper_flags}
  DEPENDS "${PROJECT_SOURCE_DIR}/scripts/build-stripper" "${PROJECT_SOURCE_DIR}/scripts/wasm-to-c"
          "${PROJECT_SOURCE_DIR}/scripts/check-guest" "${PROJECT_SOURCE_DIR}/src/sandbox/stripper_imports.c"
          "${PROJECT_SOURCE_DIR}/src/sandbox/wasm_runtime.h" "${PROJECT_SOURCE_DIR}/src/sandbox/guest_module.h"
  COMMENT "Type stripper: wasm to native code (minutes, unless it is in the cache)"
  VERBATIM)
add_custom_target(modebox_guest_files DEPENDS "${MODEBOX_GUEST_WASM}" "${MODEBOX_GUEST_OBJECT}"
                                              "${MODEBOX_STRIPPER_OBJECT}")

# modebox_use_guest(<target> [object...]): links the guest's object, and those.
function(modebox_use_guest target)
  set(guest_objects "${MODEBOX_GUEST_OBJECT}" ${ARGN})
  set_source_files_properties(${guest_objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  target_sources(${target} PRIVATE ${guest_objects})
  add_dependencies(${target} modebox_guest_files)
endfunction()
