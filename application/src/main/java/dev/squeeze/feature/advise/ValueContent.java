package dev.squeeze.feature.advise;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;
import java.util.Optional;

/** Text encodings of incompressible bytes: why values hardly compress, and what to do instead. */
enum ValueContent {
    /** Base64 takes 4/3 of the size of the bytes; an ideal codec recovers all of the overhead. */
    BASE64("base64", 1.42, 0.25),
    /** Hexadecimal digits take twice the size of the bytes. */
    HEX("hexadecimal digits", 2.2, 0.5);

    private static final int MAX_RECORDS = 2_000;
    private static final int MIN_RUN = 40;
    private static final double MIN_BYTE_SHARE = 0.8;

    private final String label;
    private final double maxRatio;
    private final double savedAsBytes;

    ValueContent(String label, double maxRatio, double savedAsBytes) {
        this.label = label;
        this.maxRatio = maxRatio;
        this.savedAsBytes = savedAsBytes;
    }

    String label() {
        return label;
    }

    /** Share of the text's bytes that is saved by sending the encoded bytes themselves. */
    double savedAsBytes() {
        return savedAsBytes;
    }

    /**
     * The encoding, if the values are text encodings of incompressible bytes.
     *
     * @param bestRatio of all codecs and batch sizes; if the encoded bytes compress too, it is higher than the encoding
     *     alone explains
     */
    static Optional<ValueContent> of(List<BatchRecord> records, double bestRatio) {
        for (ValueContent content : new ValueContent[] {HEX, BASE64}) {
            if (bestRatio < content.maxRatio && share(records, content) >= MIN_BYTE_SHARE) {
                return Optional.of(content);
            }
        }
        return Optional.empty();
    }

    /** Share of the values' bytes that are in long runs of the encoding's characters. */
    private static double share(List<BatchRecord> records, ValueContent content) {
        long all = 0;
        long inRuns = 0;
        for (BatchRecord record : records.subList(0, Math.min(MAX_RECORDS, records.size()))) {
            byte[] value = record.value();
            if (value == null) {
                continue;
            }
            all += value.length;
            int run = 0;
            for (byte each : value) {
                if (content.holds(each)) {
                    run++;
                } else {
                    inRuns += run >= MIN_RUN ? run : 0;
                    run = 0;
                }
            }
            inRuns += run >= MIN_RUN ? run : 0;
        }
        return all == 0 ? 0 : (double) inRuns / all;
    }

    private boolean holds(byte character) {
        boolean digit = character >= '0' && character <= '9';
        if (this == HEX) {
            return digit || (character >= 'a' && character <= 'f') || (character >= 'A' && character <= 'F');
        }
        return digit
                || (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || character == '+'
                || character == '/'
                || character == '-'
                || character == '_'
                || character == '=';
    }
}
