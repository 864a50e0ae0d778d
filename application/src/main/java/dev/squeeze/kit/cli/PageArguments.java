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

/** How the result is printed, and whether it is also shown on an HTML page, written at the end or served during the run. */
@HelpGroup.In(HelpGroup.OUTPUT)
public final class PageArguments {
    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Also write an HTML page with charts: one file that needs no network.")
    @Nullable
    Path report;

    @Option(names = "--json", description = "Print the JSON document instead of text.")
    boolean json;

    @Mixin
    LivePort live = new LivePort();

    /** Checks the file name before any work is done. */
    public void check() {
        if (report != null) {
            WrittenFile.checkPage("--report", report);
        }
    }

    /** Opens the live page, if one was requested. Called after all checks and before any work. */
    public void open(RunStart start, Terminal terminal) {
        terminal.live().open(live.port, start, terminal.err());
    }

    /** Prints the result and writes the page atomically. */
    public void write(Result result, Terminal terminal) {
        write(result, List.of(), true, terminal);
    }

    void write(Result result, List<Path> outputs, boolean details, Terminal terminal) {
        Result shown = terminal.secrets().hideIn(result);
        if (json) {
            terminal.out().print(OutputFormat.JSON.render(shown));
        } else if (terminal.colours()) {
            // Rendering has already escaped text from outside; the remaining escape sequences are intended.
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
