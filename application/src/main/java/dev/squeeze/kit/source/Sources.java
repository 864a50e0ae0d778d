package dev.squeeze.kit.source;

import dev.squeeze.kit.unit.VisibleText;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Opens sources from the notation that all commands use. */
public final class Sources {
    private Sources() {}

    /**
     * As {@link #open(List, ReadOptions, Supplier, Optional)}, without a cluster.
     */
    public static RecordSource open(List<String> notations, ReadOptions options, Supplier<InputStream> standardInput) {
        return open(notations, options, standardInput, Optional.empty());
    }

    /**
     * Opens {@code sample:NAME}, {@code topic:NAME}, {@code segment:PATH}, {@code file:PATH}, a bare path, or {@code -}
     * for standard input; several files and folders may be given together, and so may several segments.
     *
     * @param standardInput opened if {@code -} is among them
     * @param cluster the cluster that has the topics
     * @throws SourceException if the notation is unknown or the parts cannot be combined
     */
    public static RecordSource open(
            List<String> notations,
            ReadOptions options,
            Supplier<InputStream> standardInput,
            Optional<TopicAccess> cluster) {
        List<String> paths = new ArrayList<>();
        List<String> segments = new ArrayList<>();
        for (String notation : notations) {
            String scheme = notation.contains(":") ? notation.substring(0, notation.indexOf(':')) : "";
            String rest = notation.substring(notation.indexOf(':') + 1);
            switch (scheme.toLowerCase(Locale.ROOT)) {
                case "sample" -> {
                    if (notations.size() > 1) {
                        throw notAlone("a sample", notation, notations);
                    }
                    return new BundledSample(rest, options);
                }
                case "file" -> paths.add(rest);
                case "segment" -> segments.add(rest);
                case "topic" -> {
                    if (notations.size() > 1) {
                        throw notAlone("a topic", notation, notations);
                    }
                    return new TopicSource(
                            rest,
                            options,
                            cluster.orElseThrow(() -> new SourceException(
                                    notation + " is on a cluster: name it with --bootstrap-server HOST:PORT")));
                }
                default -> paths.add(notation);
            }
        }
        if (!segments.isEmpty() && !paths.isEmpty()) {
            throw new SourceException("segments cannot be combined with other files: read segment:" + segments.get(0)
                    + " and " + paths.get(0) + " one after the other");
        }
        if (!segments.isEmpty()) {
            return new SegmentSource(segments, options);
        }
        return new FileSource(paths, options, standardInput);
    }

    private static SourceException notAlone(String what, String notation, List<String> notations) {
        List<String> others =
                notations.stream().filter(other -> !other.equals(notation)).toList();
        String hint = others.stream()
                .flatMap(other -> MissingInput.strayUnit(other).stream())
                .findFirst()
                .map(unit -> "; " + unit)
                .orElse("");
        return new SourceException(what + " cannot be combined with other sources: give either " + notation + " or "
                + (others.isEmpty() ? "other sources" : VisibleText.oneLine(String.join(" ", others))) + hint);
    }
}
