package dev.squeeze.feature.doctor;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The envelope that Kafka Connect's JsonConverter puts around each value while {@code schemas.enable=true}:
 * {@code {"schema":{...},"payload":...}}.
 */
final class SchemaEnvelope {
    private static final byte[] HEAD = "{\"schema\":{".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PAYLOAD = ",\"payload\":".getBytes(StandardCharsets.US_ASCII);
    private static final int NONE = 0;

    private SchemaEnvelope() {}

    /** Bytes of a value that are not its payload; 0 if it has no such envelope. */
    static int overheadBytes(byte[] value) {
        int payload = payloadStart(value);
        return payload == NONE ? 0 : payload + 1;
    }

    /** The payload alone, or the value itself if it has no envelope. */
    static byte[] withoutSchema(byte[] value) {
        int payload = payloadStart(value);
        return payload == NONE ? value : Arrays.copyOfRange(value, payload, value.length - 1);
    }

    private static int payloadStart(byte[] value) {
        if (!startsWith(value, 0, HEAD) || value[value.length - 1] != '}') {
            return NONE;
        }
        int end = objectEnd(value, HEAD.length - 1);
        return end > 0 && startsWith(value, end, PAYLOAD) && end + PAYLOAD.length < value.length
                ? end + PAYLOAD.length
                : NONE;
    }

    /** The position after the object that begins at {@code start}; -1 if it does not end. */
    private static int objectEnd(byte[] value, int start) {
        int depth = 0;
        boolean quoted = false;
        for (int i = start; i < value.length; i++) {
            byte at = value[i];
            if (quoted) {
                if (at == '\\') {
                    i++;
                } else if (at == '"') {
                    quoted = false;
                }
            } else if (at == '"') {
                quoted = true;
            } else if (at == '{') {
                depth++;
            } else if (at == '}' && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }

    private static boolean startsWith(byte[] value, int at, byte[] expected) {
        return value.length >= at + expected.length
                && Arrays.equals(value, at, at + expected.length, expected, 0, expected.length);
    }
}
