package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Standard output or standard error of a command, through which all text is written. Escapes control characters, and keeps the
 * first write failure, which {@link PrintWriter} would only flag.
 */
public final class TerminalWriter extends PrintWriter {
    private final Watched end;
    private final boolean flushesLines;
    private boolean failureReported;
    private final UnaryOperator<String> hideSecrets;

    /** @param hideSecrets applied to each piece of text as callers print it */
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

    /** Always prints a single line: a name that contains a line break cannot imitate a line of this tool. */
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
     * Overwrites the line last written by this method.
     *
     * @param width number of characters of that line
     */
    void rewrite(String line, int width) {
        String shown = VisibleText.oneLine(hideSecrets.apply(line));
        raw("\r" + shown + " ".repeat(Math.max(0, width - shown.length())));
    }

    /** Writes text of this tool unescaped; it may contain terminal escape sequences. */
    public void raw(String ownText) {
        super.write(ownText, 0, ownText.length());
    }

    /** An unescaped writer to the same output for text of this tool, such as coloured help. */
    public PrintWriter rawWriter() {
        return new PrintWriter(end);
    }

    /** The first write failure, if any; flushes buffered text first. */
    public Optional<IOException> failure() {
        boolean failed = checkError() | (end.end instanceof PrintWriter counting && counting.checkError());
        if (failed && end.failure.isEmpty()) {
            end.failure = Optional.of(new IOException("the system gave no reason"));
        }
        return end.failure;
    }

    void failureIsReported() {
        failureReported = true;
    }

    public boolean isFailureReported() {
        return failureReported;
    }

    /** Keeps the first write failure. */
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
