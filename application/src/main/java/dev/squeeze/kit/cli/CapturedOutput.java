package dev.squeeze.kit.cli;

import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.Optional;

/**
 * The output of a command that another command runs: captures the result, passes progress through and remembers the last error
 * message.
 */
public final class CapturedOutput extends Writer {
    private static final String COMPLAINT = "squeeze: ";
    private static final int MAX_LINE = 4_000;

    private final TerminalWriter err;
    private final StringWriter out = new StringWriter();
    private final StringBuilder line = new StringBuilder();
    private Optional<String> complaint = Optional.empty();

    public CapturedOutput(TerminalWriter err) {
        this.err = err;
    }

    /**
     * The terminal for the command that is run. Its standard input is empty.
     *
     * @param words the command's own command line
     */
    public Terminal terminal(Terminal whole, List<String> words) {
        return terminal(whole, words, whole.stop());
    }

    /** The same for a command that has its own stop signal. */
    public Terminal terminal(Terminal whole, List<String> words, StopSignal stop) {
        return Terminal.of(words, out, this, java.io.InputStream.nullInputStream(), whole.interactive(), stop);
    }

    public String result() {
        return out.toString();
    }

    /** The last error message of the command, without the tool's name. */
    public Optional<String> complaint() {
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
            } else if (line.length() < MAX_LINE) {
                line.append(letter);
            }
        }
        // The command's own terminal has already escaped control characters.
        err.raw(new String(buffer, offset, length));
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
