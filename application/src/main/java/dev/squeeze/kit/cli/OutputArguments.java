package dev.squeeze.kit.cli;

import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.document.Result;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the result is written. */
@HelpGroup.In(HelpGroup.OUTPUT)
public final class OutputArguments {
    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "Also write the result to this file; its extension selects the format: .json, .csv, .md, .txt or .html."
                            + " May be given several times.")
    List<Path> outputs = List.of();

    @Mixin
    PageArguments page = new PageArguments();

    private final Set<Path> troubled = new HashSet<>();

    /** Checks the file names before any work is done. */
    public void check() {
        for (Path output : outputs) {
            OutputFormat.ofFile(output.toString());
            WrittenFile.check("--output", output);
        }
        page.check();
    }

    /** The first file that gets the JSON document; empty if there is none. */
    public Optional<Path> document() {
        return outputs.stream()
                .filter(file -> OutputFormat.ofFile(file.toString()) == OutputFormat.JSON)
                .findFirst();
    }

    /** Opens the live page, if one was requested. Called after all checks and before any work. */
    public void open(RunStart start, Terminal terminal) {
        page.open(start, terminal);
    }

    /** Prints the result and writes the files; each file is written atomically. */
    public void write(Result result, Terminal terminal) {
        write(result, true, terminal);
    }

    /** The same; without details only the first screen is printed. Files always contain everything. */
    public void write(Result result, boolean details, Terminal terminal) {
        page.write(result, outputs, details, terminal);
    }

    /**
     * Writes the files with the result so far, so that little is lost if the run fails. HTML files are only written at the end:
     * they can be rendered from the JSON document at any time, and the live page is rendered when viewed.
     */
    public void keep(Result unfinished, Terminal terminal) {
        terminal.live().show(() -> unfinished);
        for (Path output : outputs) {
            if (OutputFormat.ofFile(output.toString()) == OutputFormat.HTML) {
                continue;
            }
            try {
                PageArguments.write(terminal.secrets().hideIn(unfinished), output);
            } catch (FailedException e) {
                // The result is still printed to stdout, and the file may be writable at the end.
                if (troubled.add(output)) {
                    terminal.err().println("squeeze: " + e.getMessage() + "; the run continues");
                    terminal.err().flush();
                }
            }
        }
    }
}
