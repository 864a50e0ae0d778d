package dev.squeeze.kit.cli;

import dev.squeeze.kit.document.Emphasis;
import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.document.Result;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How the result is printed, and whether it is shown on a page: one that is written, or one that is served meanwhile. */
@HelpGroup.In(HelpGroup.OUTPUT)
public final class PageArguments {
    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Write a page with charts too: one file that needs no network.")
    @Nullable
    Path report;

    @Option(names = "--json", description = "Print the JSON document instead of text.")
    boolean json;

    @Mixin
    LivePort live = new LivePort();

    /** Checks the name before any work is done. */
    public void check() {
        if (report != null) {
            WrittenFile.checkPage("--report", report);
        }
    }

    /** Begins with the live page, where one is wanted: the last check, and the first thing that is done. */
    public void open(RunStart start, Terminal terminal) {
        terminal.live().open(live.port, start, terminal.err());
    }

    /** Prints the result, and writes the page: it appears whole or not at all. */
    public void write(Result result, Terminal terminal) {
        write(result, List.of(), true, terminal);
    }

    void write(Result result, List<Path> outputs, boolean details, Terminal terminal) {
        Result shown = terminal.secrets().hideIn(result);
        if (json) {
            terminal.out().print(OutputFormat.JSON.render(shown));
        } else if (terminal.colours()) {
            // Whatever came from outside was made harmless in rendering; the rest steers the terminal on purpose.
            terminal.out().raw(OutputFormat.onTerminal(shown, details, Emphasis.ANSI));
        } else {
            terminal.out().print(OutputFormat.onTerminal(shown, details, Emphasis.NONE));
        }
        terminal.out().flush();
        Stream.concat(outputs.stream(), Stream.ofNullable(report)).forEach(file -> {
            write(shown, file);
            terminal.err().println("wrote " + file);
        });
        terminal.live().done(result);
    }

    static void write(Result result, Path output) {
        WrittenFile.write(output, OutputFormat.ofFile(output.toString()).render(result));
    }
}
