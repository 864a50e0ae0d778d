package dev.squeeze.kit.source;

import java.util.Arrays;
import java.util.Optional;

/** Analyzes the first bytes of an input, at most {@link #MAX_BYTES}. */
final class HeadBytes {
    /** As much as even a slow pipe delivers at once. */
    static final int MAX_BYTES = 64 * 1024;

    /**
     * Invalid UTF-8 is less than a twentieth of French or German text in Latin-1, but nearly half of compressed or
     * encrypted bytes.
     */
    private static final int BINARY_ONE_IN = 10;

    /**
     * What kind of JSON the lines look like, by their first and last characters; if there are arrays, lines are parsed.
     */
    enum Json {
        /** Every line looks like an object. */
        OBJECT_LINES,
        /** Every line is a document of its own, some of them arrays. */
        DOCUMENT_LINES,
        /** One array over the whole input. */
        ONE_ARRAY,
        /** An object that starts on the first line and does not end there. */
        SPREAD_OBJECT,
        OTHER
    }

    private final byte[] bytes;
    private final boolean whole;

    /** @param whole whether these bytes are the whole input */
    HeadBytes(byte[] bytes, boolean whole) {
        this.bytes = Arrays.copyOf(bytes, bytes.length);
        this.whole = whole;
    }

    /** Copies the first bytes of the window, without consuming them. */
    static HeadBytes of(ByteWindow window) {
        window.require(MAX_BYTES);
        int count = Math.min(window.available(), MAX_BYTES);
        byte[] first = Arrays.copyOfRange(window.bytes(), window.start(), window.start() + count);
        return new HeadBytes(first, window.ended() && count == window.available());
    }

    byte[] bytes() {
        return bytes;
    }

    /** Whether these bytes are the whole input. */
    boolean isWhole() {
        return whole;
    }

    boolean startsWith(int... wanted) {
        if (bytes.length < wanted.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if ((bytes[i] & 0xff) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether these are the first two bytes that are not white space. */
    boolean opensWith(char first, char second) {
        int at = startsWith(0xef, 0xbb, 0xbf) ? 3 : 0;
        byte opening = firstVisible(at, bytes.length);
        while (at < bytes.length && bytes[at] != opening) {
            at++;
        }
        return opening == first && firstVisible(at + 1, bytes.length) == second;
    }

    boolean holdsNul() {
        for (byte b : bytes) {
            if (b == 0) {
                return true;
            }
        }
        return false;
    }

    boolean looksBinary() {
        return holdsNul() || invalidUtf8() > bytes.length / BINARY_ONE_IN;
    }

    /** Bytes that belong to no UTF-8 sequence (RFC 3629), judged by lead and continuation bytes alone. */
    private int invalidUtf8() {
        int invalid = 0;
        int at = 0;
        while (at < bytes.length) {
            int length = sequenceLength(bytes[at]);
            int continued = 1;
            while (continued < length && at + continued < bytes.length && (bytes[at + continued] & 0xc0) == 0x80) {
                continued++;
            }
            boolean cutOff = at + continued == bytes.length;
            if (length == 0 || continued < length && !cutOff) {
                invalid++;
                at++;
            } else {
                at += continued;
            }
        }
        return invalid;
    }

    private static int sequenceLength(byte lead) {
        int b = lead & 0xff;
        if (b < 0x80) {
            return 1;
        }
        if (b < 0xc2 || b > 0xf4) {
            return 0;
        }
        return b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
    }

    /**
     * Whether these bytes are a sequence of lengths and records to their end.
     *
     * @param cutShortToo also accept an input that ends within a record after at least one complete record: the
     *     reader's error then helps more than reading the bytes as lines
     */
    boolean chainsLengths(boolean cutShortToo) {
        long at = 0;
        boolean filled = false;
        while (at + 4 <= bytes.length) {
            int length = LengthPrefixedReader.length(bytes, (int) at);
            if (length < 0 || length > RecordReader.LIMIT_BYTES) {
                return false;
            }
            long next = at + 4 + length;
            if (whole && next > bytes.length) {
                return cutShortToo && filled;
            }
            filled |= length > 0;
            at = next;
        }
        return filled && (!whole || at == bytes.length || cutShortToo);
    }

    /** Whether the lines look like JSON; ignores the last line if it is truncated. */
    Json json() {
        int objects = 0;
        int arrays = 0;
        int others = 0;
        byte firstOpening = 0;
        int at = startsWith(0xef, 0xbb, 0xbf) ? 3 : 0;
        while (at < bytes.length) {
            int lineFeed = LineReader.indexOfLineFeed(bytes, at, bytes.length);
            int end = lineFeed < 0 ? bytes.length : lineFeed;
            byte opening = firstVisible(at, end);
            byte closing = lastVisible(at, end);
            boolean cutOff = lineFeed < 0 && !whole;
            if (opening != 0) {
                boolean first = objects + arrays + others == 0;
                if (first) {
                    firstOpening = opening;
                }
                if (opening == '{' && (closing == '}' || cutOff)) {
                    objects++;
                } else if (opening == '[' && closing == ']') {
                    arrays++;
                } else if (!cutOff || first) {
                    others++;
                }
            }
            at = end + 1;
        }
        return json(objects, arrays, others, firstOpening);
    }

    private Json json(int objects, int arrays, int others, byte firstOpening) {
        if (objects > 0 && others + arrays == 0) {
            return Json.OBJECT_LINES;
        }
        boolean opened = firstOpening == '[' || firstOpening == '{';
        Optional<Json> next = opened && arrays > 0 ? afterWholeDocument() : Optional.empty();
        if (next.isPresent()) {
            return next.get();
        }
        if (firstOpening == '[' && (others > 0 || arrays == 1)) {
            return Json.ONE_ARRAY;
        }
        return firstOpening == '{' && objects == 0 ? Json.SPREAD_OBJECT : Json.OTHER;
    }

    /**
     * Parses the lines: if the first line is a whole document and others follow, the input is not a single array. Empty
     * otherwise.
     */
    private Optional<Json> afterWholeDocument() {
        JsonParsers parsers = new JsonParsers();
        int documents = 0;
        int at = startsWith(0xef, 0xbb, 0xbf) ? 3 : 0;
        while (at < bytes.length) {
            int lineFeed = LineReader.indexOfLineFeed(bytes, at, bytes.length);
            int end = lineFeed < 0 ? bytes.length : lineFeed;
            if (firstVisible(at, end) != 0) {
                boolean cutOff = lineFeed < 0 && !whole;
                if (!cutOff && !parsers.isDocument(Arrays.copyOfRange(bytes, at, end))) {
                    return documents == 0 ? Optional.empty() : Optional.of(Json.OTHER);
                }
                documents++;
            }
            at = end + 1;
        }
        return documents > 1 ? Optional.of(Json.DOCUMENT_LINES) : Optional.empty();
    }

    private byte firstVisible(int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] > ' ' || bytes[at] < 0) {
                return bytes[at];
            }
        }
        return 0;
    }

    private byte lastVisible(int from, int to) {
        for (int at = to - 1; at >= from; at--) {
            if (bytes[at] > ' ' || bytes[at] < 0) {
                return bytes[at];
            }
        }
        return 0;
    }
}
