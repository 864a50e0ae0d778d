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

/** Where the result goes. */
@HelpGroup.In(HelpGroup.OUTPUT)
public final class OutputArguments {
    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "Write the result to this file too; the name's ending chooses the form: .json, .csv, .md, .txt or .html."
                            + " May be given several times.")
    List<Path> outputs = List.of();

    @Mixin
    PageArguments page = new PageArguments();

    private final Set<Path> troubled = new HashSet<>();

    /** Checks the names before any work is done. */
    public void check() {
        for (Path output : outputs) {
            OutputFormat.ofFile(output.toString());
            WrittenFile.check("--output", output);
        }
        page.check();
    }

    /** The first file that gets the JSON document; empty where none does. */
    public Optional<Path> document() {
        return outputs.stream()
                .filter(file -> OutputFormat.ofFile(file.toString()) == OutputFormat.JSON)
                .findFirst();
    }

    /** Begins with the live page, where one is wanted: the last check, and the first thing that is done. */
    public void open(RunStart start, Terminal terminal) {
        page.open(start, terminal);
    }

    /** Prints the result, and writes the files: each appears whole or not at all. */
    public void write(Result result, Terminal terminal) {
        write(result, true, terminal);
    }

    /** The same; without details only the first screen is printed. Files hold everything in any case. */
    public void write(Result result, boolean details, Terminal terminal) {
        page.write(result, outputs, details, terminal);
    }

    /**
     * Writes the files with what there is so far, so that little is lost if the run does not come to its end. Pages are made at
     * the end alone: one can be made of the JSON document at any time, and the live page is made when somebody looks.
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
                // There is still the result on stdout, and perhaps room at the end.
                if (troubled.add(output)) {
                    terminal.err().println("squeeze: " + e.getMessage() + "; the run goes on");
                    terminal.err().flush();
                }
            }
        }
    }
}
