package dev.squeeze.cli;

import dev.squeeze.report.OutputFormat;
import dev.squeeze.report.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** Where the result goes. */
final class OutputArguments {
    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "Write the result to this file too; the name's ending chooses the form: .json, .csv, .md or .txt. May be"
                            + " given several times.")
    List<Path> outputs = List.of();

    @Option(names = "--json", description = "Print the JSON document instead of text.")
    boolean json;

    private final Set<Path> troubled = new HashSet<>();

    /** Checks the names before any work is done. */
    void check() {
        for (Path output : outputs) {
            OutputFormat.ofFile(output.toString());
            Path folder = output.toAbsolutePath().getParent();
            if (folder == null || !Files.isDirectory(folder)) {
                throw new IllegalArgumentException("--output " + output + ": there is no folder " + folder);
            }
            if (Files.isDirectory(output)) {
                throw new IllegalArgumentException("--output " + output + " is a folder: give a file's name");
            }
        }
    }

    /** Prints the result, and writes the files: each appears whole or not at all. */
    void write(Result result, Terminal terminal) {
        OutputFormat printed = json ? OutputFormat.JSON : OutputFormat.TEXT;
        terminal.out().print(printed.render(result));
        terminal.out().flush();
        for (Path output : outputs) {
            write(result, output);
            terminal.err().println("wrote " + output);
        }
    }

    /** Writes the files with what there is so far, so that little is lost if the run does not come to its end. */
    void keep(Result unfinished, Terminal terminal) {
        for (Path output : outputs) {
            try {
                write(unfinished, output);
            } catch (FailedException e) {
                // There is still the result on stdout, and perhaps room at the end.
                if (troubled.add(output)) {
                    terminal.err().println("squeeze: " + e.getMessage() + "; the run goes on");
                    terminal.err().flush();
                }
            }
        }
    }

    private static void write(Result result, Path output) {
        String text = OutputFormat.ofFile(output.toString()).render(result);
        Path part = null;
        try {
            part = output.resolveSibling("." + output.getFileName() + ".part");
            Files.writeString(part, text, StandardCharsets.UTF_8);
            Files.move(part, output, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new FailedException("cannot write " + output + ": " + e.getMessage(), e);
        } finally {
            deleteLeftOver(part);
        }
    }

    private static void deleteLeftOver(@org.jspecify.annotations.Nullable Path part) {
        if (part != null) {
            try {
                Files.deleteIfExists(part);
            } catch (IOException e) {
                throw new FailedException("cannot remove " + part + ": " + e.getMessage(), e);
            }
        }
    }
}
