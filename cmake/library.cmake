# modebox::modebox, the one library that others link: the objects of all
# folders in one archive, so that its users need not know the folders.
get_property(folders GLOBAL PROPERTY MODEBOX_FOLDERS)
set(objects "")
foreach(folder IN LISTS folders)
  list(APPEND objects $<TARGET_OBJECTS:modebox_${folder}>)
endforeach()

add_library(modebox STATIC ${objects})
modebox_use_guest(modebox "${MODEBOX_STRIPPER_OBJECT}") # TARGET_OBJECTS leaves out what is not compiled here
add_library(modebox::modebox ALIAS modebox)
set_target_properties(modebox PROPERTIES LINKER_LANGUAGE CXX ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
target_compile_features(modebox PUBLIC cxx_std_20)
target_include_directories(modebox PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                          $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(modebox PUBLIC Threads::Threads ${sodium} ${zstd} ${sqlite} ${hiredis} ${re2} ${network} ${CMAKE_DL_LIBS})
