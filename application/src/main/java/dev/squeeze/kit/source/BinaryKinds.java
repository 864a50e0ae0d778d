package dev.squeeze.kit.source;

import java.util.Optional;

/**
 * Recognizes binary files that make no sense as records and are easily passed by mistake. Used only for guessing: a
 * format given by the user is not questioned.
 */
final class BinaryKinds {
    /** Offset of the magic byte in a record batch, and the minimum length after the length field (KIP-98). */
    private static final int BATCH_MAGIC_AT = 16;

    private static final int BATCH_LENGTH_AT = 8;
    private static final int MIN_BATCH_LENGTH = 49;

    private BinaryKinds() {}

    static Optional<InputRefusal> refusal(HeadBytes head) {
        if (isSegment(head)) {
            return refuse("is a segment of a Kafka log", "read it as segment:PATH");
        }
        if (head.startsWith('P', 'K', 3, 4)) {
            return refuse("is a zip archive", "extract it first");
        }
        if (head.startsWith('B', 'Z', 'h') || head.startsWith(0xfd, '7', 'z', 'X', 'Z', 0)) {
            return refuse(
                    "is compressed with bzip2 or xz", "decompress it first; only gzip and zstd are supported directly");
        }
        if (head.startsWith(0x04, 0x22, 0x4d, 0x18)) {
            return refuse("is compressed with lz4", "decompress it first; only gzip and zstd are supported directly");
        }
        if (head.startsWith('P', 'A', 'R', '1')) {
            return refuse("is a Parquet file", "export its rows as jsonl or csv first");
        }
        if (head.startsWith(0xff, 0xfe) || head.startsWith(0xfe, 0xff)) {
            return refuse("is text in UTF-16", "convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)");
        }
        return Optional.empty();
    }

    private static Optional<InputRefusal> refuse(String reason, String remedy) {
        return Optional.of(new InputRefusal(reason, remedy));
    }

    private static boolean isSegment(HeadBytes head) {
        byte[] bytes = head.bytes();
        return bytes.length >= BATCH_LENGTH_AT + 4 + MIN_BATCH_LENGTH
                && bytes[0] == 0
                && bytes[1] == 0
                && bytes[BATCH_MAGIC_AT] == 2
                && LengthPrefixedReader.length(bytes, BATCH_LENGTH_AT) >= MIN_BATCH_LENGTH
                && (head.startsWith(0, 0, 0, 0) || !head.chainsLengths(false));
    }
}
