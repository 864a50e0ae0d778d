package dev.squeeze.benchmarks.headline;

import java.util.Locale;

/** How records are delimited in a file, by its name. */
enum RecordForm {
    JSON_LINES(".jsonl"),
    CSV(".csv"),
    LINES(".log"),
    /** A 4-byte big-endian length, then that many bytes. */
    LENGTH_PREFIXED(".lp");

    private final String ending;

    RecordForm(String ending) {
        this.ending = ending;
    }

    /** Extension of the file name. */
    String ending() {
        return ending;
    }

    static RecordForm of(String file) {
        String name = file.toLowerCase(Locale.ROOT).replaceFirst("\\.(zst|zstd|gz|gzip)$", "");
        if (name.endsWith(".json") || name.endsWith(".ndjson")) {
            return JSON_LINES;
        }
        for (RecordForm form : values()) {
            if (name.endsWith(form.ending)) {
                return form;
            }
        }
        return LINES;
    }
}
