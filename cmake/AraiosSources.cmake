# SPDX-License-Identifier: BSD-3-Clause
# Obtains pinned, checksummed source packages: by pip, otherwise from a URL.

# The folder of downloads, sources and their builds; safe to delete at any time.
set(Araios_DEPS_DIR "${PROJECT_SOURCE_DIR}/build/deps"
    CACHE PATH "Folder of the packages that Araios obtains itself")

# araios_check_archive(<file> <sha256> <out>): sets <out> to whether the file exists and is intact.
function(araios_check_archive file sha256 out)
  set(${out} FALSE PARENT_SCOPE)
  if(EXISTS "${file}")
    file(SHA256 "${file}" found)
    if(found STREQUAL sha256)
      set(${out} TRUE PARENT_SCOPE)
    else()
      message(WARNING "${file} has sha256 ${found}, expected ${sha256}: removed")
      file(REMOVE "${file}")
    endif()
  endif()
endfunction()

# araios_pip_download(<package> <version> <sha256> <out>): sets <out> to the source package from
# pip's configured index, or to the empty string.
function(araios_pip_download package version sha256 out)
  set(folder "${Araios_DEPS_DIR}/downloads")
  set(archive "${folder}/${package}-${version}.tar.gz")
  araios_check_archive("${archive}" ${sha256} whole)
  find_program(Araios_PYTHON NAMES python3 DOC "Python whose pip fetches source packages")
  mark_as_advanced(Araios_PYTHON)
  if(NOT whole AND Araios_PYTHON)
    file(MAKE_DIRECTORY "${folder}")
    execute_process(COMMAND "${Araios_PYTHON}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/fetch_sdist.py"
      ${package} ${version} "${archive}")
    araios_check_archive("${archive}" ${sha256} whole)
  endif()
  if(NOT whole AND Araios_PYTHON)
    message(STATUS "Araios: pip downloads ${package} ${version}")
    # pip checks the hash before it unpacks.
    file(WRITE "${archive}.txt" "${package}==${version} --hash=sha256:${sha256}\n")
    execute_process(COMMAND "${Araios_PYTHON}" -m pip download --disable-pip-version-check
      --retries 2 --no-deps --no-binary ${package} --requirement "${archive}.txt" --dest "${folder}")
    araios_check_archive("${archive}" ${sha256} whole)
  endif()
  set(${out} "" PARENT_SCOPE)
  if(whole)
    set(${out} "${archive}" PARENT_SCOPE)
  endif()
endfunction()

# araios_url_download(<url> <sha256> <out>): sets <out> to the archive, or to the empty string.
function(araios_url_download url sha256 out)
  get_filename_component(name "${url}" NAME)
  string(SUBSTRING ${sha256} 0 8 key)
  set(archive "${Araios_DEPS_DIR}/downloads/${key}-${name}")
  araios_check_archive("${archive}" ${sha256} whole)
  if(NOT whole)
    message(STATUS "Araios: downloading ${url}")
    file(DOWNLOAD "${url}" "${archive}" STATUS status INACTIVITY_TIMEOUT 30)
    list(GET status 0 code)
    if(NOT code EQUAL 0)
      list(GET status 1 text)
      message(STATUS "Araios: ${url}: ${text}")
      file(REMOVE "${archive}")
    endif()
    araios_check_archive("${archive}" ${sha256} whole)
  endif()
  set(${out} "" PARENT_SCOPE)
  if(whole)
    set(${out} "${archive}" PARENT_SCOPE)
  endif()
endfunction()

# araios_obtain_source(<folder> [PYPI <package> <version> <sha256> MEMBER <sub-folder>]
#                      URL <url> <sha256>)
# Fills <folder> with sources, from the Python package index if possible, otherwise from the URL.
# The folder is created by a rename, so it is complete or absent.
function(araios_obtain_source folder)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "MEMBER" "PYPI;URL")
  if(EXISTS "${folder}")
    return()
  endif()
  set(archive "")
  if(ARG_PYPI)
    araios_pip_download(${ARG_PYPI} archive)
  endif()
  if(NOT archive)
    set(ARG_MEMBER "")
    araios_url_download(${ARG_URL} archive)
  endif()
  if(NOT archive)
    list(GET ARG_URL 0 url)
    message(FATAL_ERROR "Araios: could not have ${url} (nor, where its log stands above, the source "
      "package that pip was asked for). Install pip or connect to the internet and configure "
      "again; or install the package yourself and name its prefix in CMAKE_PREFIX_PATH.")
  endif()
  file(REMOVE_RECURSE "${folder}.partial")
  file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${folder}.partial")
  file(GLOB root LIST_DIRECTORIES TRUE "${folder}.partial/*")
  file(RENAME "${root}/${ARG_MEMBER}" "${folder}")
  file(REMOVE_RECURSE "${folder}.partial")
endfunction()
