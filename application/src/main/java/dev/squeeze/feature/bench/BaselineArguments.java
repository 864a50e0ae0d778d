package dev.squeeze.feature.bench;

import dev.squeeze.kit.cli.WrittenFile;
import dev.squeeze.kit.document.OtherKindException;
import dev.squeeze.kit.document.ResultJson;
import dev.squeeze.kit.document.ResultReader;
import dev.squeeze.kit.environment.UserFolders;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The earlier run that a live run is compared with, and the name under which this run is saved for later ones. */
public final class BaselineArguments {
    private static final String ENDING = ".json";
    private static final String FOLDER = "the folder squeeze/baselines in $XDG_CONFIG_HOME or ~/.config";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    @Option(
            names = "--baseline",
            paramLabel = "FILE|NAME",
            description =
                    "Compare with an earlier run: its JSON document, or the name that --save-baseline gave it. Changes"
                            + " are shown in percent, with intervals; with --threshold 'records/s>-5%%' a larger drop"
                            + " gives exit code 3.")
    @Nullable
    String baseline;

    @Option(
            names = "--save-baseline",
            paramLabel = "NAME",
            description = "Keep the result under this name for later runs, in " + FOLDER + ".")
    @Nullable
    String save;

    /** An earlier run, and the file or name by which the user referred to it. */
    record Earlier(String name, BenchResult result) {}

    /** Finds mistakes before any work is done. */
    void check() {
        if (save != null && !NAME.matcher(save).matches()) {
            throw new UsageException("--save-baseline must be a name of letters, digits, dots, underscores and"
                    + " hyphens, got '" + save + "'; for a file elsewhere give --output FILE.json");
        }
        if (save != null) {
            try {
                Files.createDirectories(folder());
            } catch (IOException e) {
                throw new UsageException(folder() + " cannot be created: give --output FILE.json instead", e);
            }
        }
    }

    /**
     * Reads the earlier run; empty if none was named.
     *
     * @throws UsageException if there is no such file or name, or it is not a result of {@code squeeze bench}
     */
    Optional<Earlier> read() {
        return baseline == null ? Optional.empty() : Optional.of(new Earlier(baseline, document(file(baseline))));
    }

    private static BenchResult document(Path file) {
        try {
            return (BenchResult) new ResultReader(List.of(BenchResult.KIND)).read(file);
        } catch (OtherKindException e) {
            throw new UsageException(
                    file + " is a result of squeeze " + e.kind() + ": --baseline needs one of squeeze bench", e);
        }
    }

    private static Path file(String name) {
        Path file = UsageException.parse(name, Path::of);
        if (!NAME.matcher(name).matches() || Files.exists(file)) {
            return file;
        }
        Path saved = saved(name);
        if (!Files.exists(saved) && !name.endsWith(ENDING)) {
            List<String> known = names();
            throw new UsageException("--baseline '" + name + "' is neither a file nor a saved baseline ("
                    + (known.isEmpty()
                            ? "none is saved yet: run once with --save-baseline " + name
                            : "saved: " + String.join(", ", known))
                    + ")");
        }
        return Files.exists(saved) ? saved : file;
    }

    private static List<String> names() {
        if (!Files.isDirectory(folder())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ENDING))
                    .map(name -> name.substring(0, name.length() - ENDING.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Saves a complete result and returns its file; empty without {@code --save-baseline}. */
    Optional<Path> keep(BenchResult result) {
        if (save == null) {
            return Optional.empty();
        }
        Path file = saved(save);
        WrittenFile.write(file, ResultJson.write(result));
        return Optional.of(file);
    }

    private static Path saved(String name) {
        return folder().resolve(name + ENDING);
    }

    private static Path folder() {
        return UserFolders.config().resolve("baselines");
    }
}
