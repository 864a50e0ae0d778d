package dev.squeeze.kit.source;

import dev.squeeze.kit.unit.NearestName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Suggests what may have been meant by an input that does not exist. */
final class MissingInput {
    /** In a folder with more files, only this many are compared for a similar name. */
    private static final int MAX_NEIGHBOURS = 10_000;

    private static final Pattern UNIT =
            Pattern.compile("(?i)%|ns|us|ms|s|sec|min|m|h|d|b|[kmg]i?b|([kmg]i?)?b/s|records/s");

    private MissingInput() {}

    /**
     * What to do, for a message, after a colon.
     *
     * @param given as specified by the user
     * @param path the same, as a path
     */
    static String remedy(String given, Path path) {
        if (given.startsWith("~")) {
            return "the shell expands ~ only at the start of a word; write the path in full";
        }
        Optional<String> unit = strayUnit(given);
        if (unit.isPresent()) {
            return unit.get();
        }
        return withScheme(given)
                .or(() -> sample(given))
                .or(() -> neighbour(path))
                .map(near -> "did you mean " + near + "?")
                .orElseGet(() -> "check the name, or run from a folder other than "
                        + Path.of("").toAbsolutePath()
                        + (isPlainName(given) ? "; a topic is written topic:" + given : ""));
    }

    /** A hint if the argument is just a unit, which was separated from its value by a space. */
    static Optional<String> strayUnit(String given) {
        return UNIT.matcher(given).matches()
                ? Optional.of("'" + given
                        + "' looks like the unit of the preceding value: write both without a space, such as 5" + given)
                : Optional.empty();
    }

    private static Optional<String> withScheme(String given) {
        int colon = given.indexOf(':');
        return colon < 0
                ? Optional.empty()
                : NearestName.of(given.substring(0, colon), List.of("sample", "topic", "segment", "file"))
                        .map(scheme -> scheme + given.substring(colon));
    }

    private static Optional<String> sample(String given) {
        return SampleCatalogue.entries().stream()
                .filter(entry -> entry.name().equals(given))
                .map(SampleEntry::notation)
                .findFirst();
    }

    private static Optional<String> neighbour(Path path) {
        Path folder = path.getParent() == null ? Path.of("") : path.getParent();
        if (path.getFileName() == null || !Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names = files.limit(MAX_NEIGHBOURS)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .toList();
            return NearestName.of(path.getFileName().toString(), names)
                    .map(near -> path.resolveSibling(near).toString());
        } catch (IOException | java.io.UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** A name such as {@code orders}, which is probably a topic: files usually have an extension. */
    private static boolean isPlainName(String given) {
        return given.matches("[A-Za-z0-9_-]+");
    }
}
