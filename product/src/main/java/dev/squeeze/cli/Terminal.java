package dev.squeeze.cli;

import java.io.InputStream;
import java.io.PrintWriter;

/**
 * Where a command writes to and reads from. Only this room prints.
 *
 * @param out the result
 * @param err progress and errors
 * @param in standard input
 * @param interactive true where a person watches {@code err}
 * @param stop the user's wish to end early
 * @param live the page on which the run can be watched
 */
record Terminal(PrintWriter out, PrintWriter err, InputStream in, boolean interactive, StopSignal stop, LiveView live) {
    Terminal(PrintWriter out, PrintWriter err, InputStream in, boolean interactive, StopSignal stop) {
        this(out, err, in, interactive, stop, new LiveView());
    }
}
