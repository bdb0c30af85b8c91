// SPDX-License-Identifier: MIT
// ParaView collections: XML that names a file for each time.
#include "base/error.h"
#include "export/xml.h"
#include "io/file.h"

#include <waft/export.h>

#include <math.h>

waft_result waft_pvd_write(
    const char* path, const waft_pvd_entry* entries, size_t entry_count, waft_error* out_error) {
    if (path == NULL || (entries == NULL && entry_count > 0)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_pvd_write: a pointer is NULL");
    }
    wafti_text xml;
    wafti_text_init(&xml, NULL);
    wafti_text_add(&xml, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\""
                         " byte_order=\"LittleEndian\">\n<Collection>\n");
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < entry_count && result == WAFT_OK; ++i) {
        if (entries[i].file == NULL || !isfinite(entries[i].time)) {
            result = wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "%s: entry %zu has no file or a time that is not finite", path, i);
            break;
        }
        wafti_text_add(&xml, "<DataSet timestep=\"");
        wafti_text_add_double(&xml, entries[i].time);
        wafti_text_add(&xml, "\" part=\"0\" file=\"");
        wafti_xml_add_text(&xml, entries[i].file);
        wafti_text_add(&xml, "\"/>\n");
    }
    wafti_text_add(&xml, "</Collection>\n</VTKFile>\n");
    result = result == WAFT_OK ? wafti_text_write(&xml, path, out_error) : result;
    wafti_text_free(&xml);
    return result;
}
