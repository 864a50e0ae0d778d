package dev.squeeze.engine.drivers;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of another process's output. Keeps at most a fixed number of bytes of each line, however long it is. */
final class BoundedLines implements AutoCloseable {
    private final InputStream in;
    private final int maxBytes;

    /** @param maxBytes maximum number of bytes per line */
    BoundedLines(InputStream in, int maxBytes) {
        this.in = new BufferedInputStream(in);
        this.maxBytes = maxBytes;
    }

    /** How a line ended. */
    enum End {
        NEWLINE,
        /** It is too long; the rest is returned as further lines. */
        CUT_OFF,
        /** The output ended within the line, as happens when a process is killed while it writes. */
        END_OF_FILE
    }

    record Line(String text, End end) {}

    /**
     * @return null at the end; a line that is too long is returned as soon as the limit is reached, and the rest as
     *     further lines
     */
    @Nullable
    Line next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int octet = in.read(); octet >= 0; octet = in.read()) {
            if (octet == '\n') {
                return new Line(text(line), End.NEWLINE);
            }
            if (line.size() == maxBytes) {
                return new Line(text(line), End.CUT_OFF);
            }
            line.write(octet);
        }
        return line.size() == 0 ? null : new Line(text(line), End.END_OF_FILE);
    }

    private static String text(ByteArrayOutputStream line) {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
