package dev.squeeze.kit.cli;

import dev.squeeze.kit.document.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.util.List;
import java.util.Optional;

/**
 * Where a command writes to and reads from. Only this room prints.
 *
 * @param out the result
 * @param err progress and errors
 * @param in standard input
 * @param interactive true where a person watches {@code err}
 * @param colours whether {@code out} is a terminal that shows weight and colour
 * @param stop the user's wish to end early
 * @param secrets of the command line, which nothing that is written may show
 * @param live the page on which the run can be watched
 */
public record Terminal(
        TerminalWriter out,
        TerminalWriter err,
        InputStream in,
        boolean interactive,
        boolean colours,
        StopSignal stop,
        Secrets secrets,
        LiveView live) {
    /** @param words the command line, from which it is known what is secret */
    public static Terminal of(
            List<String> words, Writer out, Writer err, InputStream in, boolean interactive, StopSignal stop) {
        Secrets secrets = Secrets.of(words);
        return new Terminal(
                new TerminalWriter(out, false, secrets::hide),
                new TerminalWriter(err, true, secrets::hideInMessage),
                in,
                interactive,
                false,
                stop,
                secrets,
                new LiveView(secrets));
    }

    /** The same where {@code out} shows weight and colour. */
    public Terminal inColours(boolean shown) {
        return new Terminal(out, err, in, interactive, shown, stop, secrets, live);
    }

    /**
     * Makes sure that what was printed reached its reader, before a command goes on that nobody could use otherwise.
     *
     * @throws FailedException where it did not
     */
    public void requirePrinted() {
        Optional<IOException> failure = out.failure();
        if (failure.isPresent()) {
            out.failureIsReported();
            throw new FailedException(unwritten(failure.get()), failure.get());
        }
    }

    public static String unwritten(IOException failure) {
        return "cannot write to standard output: " + failure.getMessage();
    }
}
