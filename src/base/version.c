// SPDX-License-Identifier: MIT
#include <string.h>

#include <waft/base.h>

#define TEXT_OF(x)       #x
#define VERSION(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)

const char* waft_version(void) {
    return VERSION(WAFT_VERSION_MAJOR, WAFT_VERSION_MINOR, WAFT_VERSION_PATCH);
}

bool waft_has(const char* feature) {
    static const char* const features[] = {
#if defined(WAFTI_HAVE_YAML)
        "yaml",
#endif
#if defined(WAFTI_HAVE_PNG)
        "png",
#endif
#if defined(WAFTI_HAVE_ZLIB)
        "zlib",
#endif
        "waves",
    };
    if (feature == NULL) {
        return false;
    }
    for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); ++i) {
        if (strcmp(features[i], feature) == 0) {
            return true;
        }
    }
    return false;
}
