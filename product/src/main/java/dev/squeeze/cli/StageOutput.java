package dev.squeeze.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Optional;

/** Where a stage writes to: its result is kept, its progress passed on, and of that what it complained about kept too. */
final class StageOutput extends Writer {
    private static final String COMPLAINT = "squeeze: ";
    private static final int MOST_LINE = 4_000;

    private final PrintWriter err;
    private final StringWriter out = new StringWriter();
    private final StringBuilder line = new StringBuilder();
    private Optional<String> complaint = Optional.empty();

    StageOutput(PrintWriter err) {
        this.err = err;
    }

    /** The terminal that the stage's command sees; nobody types into it. */
    Terminal terminal(Terminal whole) {
        return new Terminal(
                new PrintWriter(out),
                new PrintWriter(this, true),
                java.io.InputStream.nullInputStream(),
                whole.interactive(),
                whole.stop());
    }

    /** What the command printed as its result. */
    String result() {
        return out.toString();
    }

    /** The last thing that the command complained about, without the tool's name. */
    Optional<String> complaint() {
        return complaint;
    }

    @Override
    public void write(char[] buffer, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            char letter = buffer[i];
            if (letter == '\n') {
                String whole = line.toString().strip();
                if (whole.startsWith(COMPLAINT)) {
                    complaint = Optional.of(whole.substring(COMPLAINT.length()));
                }
            }
            if (letter == '\n' || letter == '\r') {
                line.setLength(0);
            } else if (line.length() < MOST_LINE) {
                line.append(letter);
            }
        }
        err.write(buffer, offset, length);
    }

    @Override
    public void flush() {
        err.flush();
    }

    @Override
    public void close() {
        err.flush();
    }
}
