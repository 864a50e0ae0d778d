package dev.squeeze.kit.cli;

import dev.squeeze.kit.document.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.util.List;
import java.util.Optional;

/**
 * The input and output of a command. Only this package prints.
 *
 * @param out the result
 * @param err progress and errors
 * @param in standard input
 * @param interactive whether {@code err} is a terminal
 * @param colours whether {@code out} is a terminal that shows bold text and colours
 * @param stop the user's request to stop
 * @param secrets of the command line, masked in all output
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
    /** @param words the command line, in which secrets are found */
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

    /** The same with colours enabled or disabled. */
    public Terminal inColours(boolean shown) {
        return new Terminal(out, err, in, interactive, shown, stop, secrets, live);
    }

    /**
     * Checks that the printed text could be written, for commands that are useless to continue otherwise.
     *
     * @throws FailedException if it could not be written
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
