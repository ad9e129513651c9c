# SPDX-License-Identifier: MIT
# Writes text files as a C file, so that the library has them wherever it goes:
#   cmake -DFILES="a.model b.model" -DHEADER=engine/model.h -DTYPE=cop_built_in_model
#         -DARRAY=cop_built_in_models -DTO=models.c -P EmbedTexts.cmake
# A text is named by its file. Its lines become the lines of one string.
separate_arguments(FILES)
set(code "/* Made by cmake/EmbedTexts.cmake. */\n#include \"${HEADER}\"\n\n")
string(APPEND code "const ${TYPE} ${ARRAY}[] = {\n")
foreach(file IN LISTS FILES)
    get_filename_component(name "${file}" NAME_WLE)
    file(READ "${file}" text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\n" "\\n\"\n\"" text "${text}")
    string(APPEND code "{\"${name}\",\n\"${text}\"},\n")
endforeach()
string(APPEND code "{NULL, NULL}};\n")
file(WRITE "${TO}" "${code}")
