package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ExplainResult.ValueFormat;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How several values are joined into one. */
enum ValueJoin {
    /** An array with a document as each element. */
    ARRAY("[", ",", "]"),
    LINES("", "\n", ""),
    /** Each value preceded by its length in four bytes. */
    LENGTHS("", "", "");

    private final byte[] before;
    private final byte[] between;
    private final byte[] after;

    ValueJoin(String before, String between, String after) {
        this.before = before.getBytes(StandardCharsets.US_ASCII);
        this.between = between.getBytes(StandardCharsets.US_ASCII);
        this.after = after.getBytes(StandardCharsets.US_ASCII);
    }

    static ValueJoin of(ValueFormat format) {
        return switch (format) {
            case JSON -> ARRAY;
            case CSV, LINES -> LINES;
            case AVRO, PROTOBUF, BYTES -> LENGTHS;
        };
    }

    /** @param values null for records without one, which are left out */
    byte[] of(List<byte @Nullable []> values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(before);
        boolean first = true;
        for (byte[] value : values) {
            if (value != null) {
                out.writeBytes(first ? new byte[0] : between);
                first = false;
                if (this == LENGTHS) {
                    out.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                            .putInt(value.length)
                            .array());
                }
                out.writeBytes(value);
            }
        }
        out.writeBytes(after);
        return out.toByteArray();
    }
}
