# What `cmake --install` puts down, and the .deb that CPack makes of it.
include(CMakePackageConfigHelpers)

install(TARGETS modebox EXPORT modebox ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/modebox DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(
  EXPORT modebox
  NAMESPACE modebox::
  FILE modeboxTargets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/modebox)
configure_package_config_file(packaging/modeboxConfig.cmake.in "${PROJECT_BINARY_DIR}/modeboxConfig.cmake"
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/modebox)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/modeboxConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/modeboxConfig.cmake" "${PROJECT_BINARY_DIR}/modeboxConfigVersion.cmake"
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/modebox)
if(TARGET modebox_cli)
  install(TARGETS modebox_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
# NOTICE.md lists what is built in, with its licences.
foreach(document IN ITEMS README.md SECURITY.md CHANGELOG.md NOTICE.md)
  install(FILES ${document} DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
endforeach()
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.json")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME modebox)
set(CPACK_PACKAGE_VENDOR "modebox contributors")
set(CPACK_PACKAGE_CONTACT "modebox contributors <modebox@localhost>")
set(CPACK_PACKAGE_FILE_NAME "modebox_${PROJECT_VERSION}_amd64")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
include(CPack)
