package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One of the two ends of a command's output, and the one place where text goes out: what would steer a terminal is shown
 * instead of sent, and the first failure to write is kept, which {@link PrintWriter} would only count.
 */
public final class TerminalWriter extends PrintWriter {
    private final Watched end;
    private final boolean flushesLines;
    private boolean failureReported;
    private final UnaryOperator<String> hideSecrets;

    /** @param hideSecrets is given what is written piece by piece, as callers print it */
    TerminalWriter(Writer end, boolean flushesLines, UnaryOperator<String> hideSecrets) {
        this(new Watched(end), flushesLines, hideSecrets);
    }

    private TerminalWriter(Watched end, boolean flushesLines, UnaryOperator<String> hideSecrets) {
        super(end, flushesLines);
        this.end = end;
        this.flushesLines = flushesLines;
        this.hideSecrets = hideSecrets;
    }

    @Override
    public void write(String text, int offset, int length) {
        raw(shown(text.substring(offset, offset + length)));
    }

    @Override
    public void write(String text) {
        write(text, 0, text.length());
    }

    @Override
    public void write(char[] letters, int offset, int length) {
        write(new String(letters, offset, length));
    }

    @Override
    public void write(int letter) {
        write(String.valueOf((char) letter));
    }

    /** One line, whatever is in it: a name that holds a line end cannot pass for a line of ours. */
    @Override
    public void println(@Nullable String line) {
        raw(VisibleText.oneLineWithTabs(hideSecrets.apply(String.valueOf(line))) + System.lineSeparator());
        if (flushesLines) {
            flush();
        }
    }

    @Override
    public void println(@Nullable Object line) {
        println(String.valueOf(line));
    }

    private String shown(String text) {
        return VisibleText.lines(hideSecrets.apply(text));
    }

    /**
     * Writes over the line that was written last in the same way.
     *
     * @param width letters of that line, all of which are covered
     */
    void rewrite(String line, int width) {
        String shown = VisibleText.oneLine(hideSecrets.apply(line));
        raw("\r" + shown + " ".repeat(Math.max(0, width - shown.length())));
    }

    /** Text of our own as it is: it may steer the terminal. */
    public void raw(String ownText) {
        super.write(ownText, 0, ownText.length());
    }

    /** A writer of the same for text of our own, such as help, whose colours steer the terminal. */
    public PrintWriter rawWriter() {
        return new PrintWriter(end);
    }

    /** Why something could not be written, once something could not; what is held back is written first. */
    public Optional<IOException> failure() {
        boolean failed = checkError() | (end.end instanceof PrintWriter counting && counting.checkError());
        if (failed && end.failure.isEmpty()) {
            end.failure = Optional.of(new IOException("the system does not say why"));
        }
        return end.failure;
    }

    /** Remembers that the failure was reported to the user. */
    void failureIsReported() {
        failureReported = true;
    }

    public boolean isFailureReported() {
        return failureReported;
    }

    /** Keeps the first failure. */
    private static final class Watched extends Writer {
        private final Writer end;
        private volatile Optional<IOException> failure = Optional.empty();

        Watched(Writer end) {
            this.end = end;
        }

        @Override
        public void write(char[] letters, int offset, int length) throws IOException {
            watch(() -> end.write(letters, offset, length));
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            watch(() -> end.write(text, offset, length));
        }

        @Override
        public void flush() throws IOException {
            watch(end::flush);
        }

        @Override
        public void close() throws IOException {
            watch(end::close);
        }

        private void watch(Attempt attempt) throws IOException {
            try {
                attempt.run();
            } catch (IOException e) {
                if (failure.isEmpty()) {
                    failure = Optional.of(e);
                }
                throw e;
            }
        }

        private interface Attempt {
            void run() throws IOException;
        }
    }
}
