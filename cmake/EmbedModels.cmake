# SPDX-License-Identifier: MIT
# Writes the model files as a C file, so that the library has them wherever it goes:
#   cmake -DFILES="a.model b.model" -DTO=models.c -P EmbedModels.cmake
# A model is named by its file. Its lines become the lines of one string.
separate_arguments(FILES)
set(code "/* Made from models/ by cmake/EmbedModels.cmake. */\n#include \"engine/model.h\"\n\n")
string(APPEND code "const cop_built_in_model cop_built_in_models[] = {\n")
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
