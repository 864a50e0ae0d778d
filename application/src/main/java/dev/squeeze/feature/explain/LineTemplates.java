package dev.squeeze.feature.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What lines of a log have in common: leading tokens that all lines have in the same place, such as time and level,
 * followed by a message of one of several templates. Templates are found as by Drain (He et al. 2017, "Drain: An Online
 * Log Parsing Approach with Fixed Depth Tree"): lines with the same number of tokens and the same first word belong to
 * a template if at least half of their tokens are equal, or all that are words, however many values are among them.
 * Tokens that differ become variables. Immutable and thread-safe.
 *
 * @param leading number of tokens that all lines have
 */
record LineTemplates(int leading, Map<Key, List<Template>> templates) {
    private static final int MAX_LEADING = 12;
    private static final double SAME_SHAPE = 0.8;
    private static final double SAME_SIZE = 0.95;
    private static final int MAX_PLACES = 64;
    private static final double SIMILAR = 0.5;
    /** Limit while templates are being found; most of them have few lines. */
    private static final int MAX_FOUND = 2_000;

    private static final int MAX_NAMED = 60;
    private static final int MIN_LINES = 5;

    /**
     * Key for finding a line's template: the number of tokens after the leading ones, and the first of these unless it
     * is a value.
     */
    record Key(int tokens, String first) {}

    /**
     * A message with variables.
     *
     * @param number from 1 for the most frequent one
     * @param words empty for variables
     */
    record Template(int number, List<Optional<String>> words) {
        boolean matches(LineTokens line, int leading) {
            for (int i = 0; i < words.size(); i++) {
                int place = leading + i;
                if (words.get(i).map(word -> !word.equals(line.text(place))).orElse(false)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** A template while it is being found. */
    private static final class Cluster {
        private final Key key;
        private final @Nullable String[] words;
        private int lines;

        Cluster(Key key, @Nullable String[] words) {
            this.key = key;
            this.words = words;
        }

        double similarity(@Nullable String[] other) {
            if (Arrays.equals(words, other) && Arrays.stream(words).anyMatch(Objects::nonNull)) {
                return 1;
            }
            int equal = 0;
            for (int i = 0; i < words.length; i++) {
                String word = words[i];
                equal += word != null && word.equals(other[i]) ? 1 : 0;
            }
            return (double) equal / Math.max(1, words.length);
        }

        void add(@Nullable String[] other) {
            lines++;
            for (int i = 0; i < words.length; i++) {
                String word = words[i];
                if (word != null && !word.equals(other[i])) {
                    words[i] = null;
                }
            }
        }
    }

    static LineTemplates of(List<byte[]> lines) {
        List<LineTokens> tokens = lines.stream().map(LineTokens::of).toList();
        int leading = leading(tokens);
        Map<Key, List<Cluster>> clusters = new HashMap<>();
        int found = 0;
        for (LineTokens line : tokens) {
            if (line.size() > leading) {
                found += add(line, leading, clusters, found < MAX_FOUND) ? 1 : 0;
            }
        }
        return new LineTemplates(leading, named(clusters));
    }

    private static int leading(List<LineTokens> lines) {
        Map<Integer, Integer> sizes = new HashMap<>();
        lines.forEach(line -> sizes.merge(line.size(), 1, Integer::sum));
        for (Map.Entry<Integer, Integer> size : sizes.entrySet()) {
            // If all lines have the same layout, as in an access log, there are no messages.
            if (size.getValue() >= SAME_SIZE * lines.size()) {
                return Math.min(size.getKey(), MAX_PLACES);
            }
        }
        return leadingByShape(lines);
    }

    private static int leadingByShape(List<LineTokens> lines) {
        int place = 0;
        while (place < MAX_LEADING) {
            int at = place;
            Map<String, Integer> shapes = new HashMap<>();
            lines.stream()
                    .filter(line -> line.size() > at)
                    .forEach(line -> shapes.merge(line.shape(at), 1, Integer::sum));
            int most =
                    shapes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
            if (most < SAME_SHAPE * lines.size()) {
                return place;
            }
            place++;
        }
        return place;
    }

    /** @return whether it starts a new cluster */
    private static boolean add(LineTokens line, int leading, Map<Key, List<Cluster>> clusters, boolean room) {
        @Nullable String[] words = new String[line.size() - leading];
        for (int i = 0; i < words.length; i++) {
            words[i] = line.hasDigit(leading + i) ? null : line.text(leading + i);
        }
        List<Cluster> alike = clusters.computeIfAbsent(key(line, leading), none -> new ArrayList<>());
        Optional<Cluster> nearest = alike.stream().max(Comparator.comparingDouble(each -> each.similarity(words)));
        if (nearest.isPresent() && nearest.get().similarity(words) >= SIMILAR) {
            nearest.get().add(words);
            return false;
        }
        if (room) {
            Cluster cluster = new Cluster(key(line, leading), words);
            cluster.lines = 1;
            alike.add(cluster);
        }
        return room;
    }

    private static Key key(LineTokens line, int leading) {
        return new Key(line.size() - leading, line.hasDigit(leading) ? "" : line.text(leading));
    }

    private static Map<Key, List<Template>> named(Map<Key, List<Cluster>> clusters) {
        List<Cluster> most = clusters.values().stream()
                .flatMap(List::stream)
                .filter(cluster -> cluster.lines >= MIN_LINES)
                .sorted(Comparator.comparingInt((Cluster cluster) -> -cluster.lines)
                        .thenComparing(cluster -> Arrays.toString(cluster.words)))
                .limit(MAX_NAMED)
                .toList();
        Map<Key, List<Template>> templates = new HashMap<>();
        for (int i = 0; i < most.size(); i++) {
            Cluster cluster = most.get(i);
            templates
                    .computeIfAbsent(cluster.key, none -> new ArrayList<>())
                    .add(new Template(
                            i + 1,
                            Arrays.stream(cluster.words)
                                    .map(Optional::ofNullable)
                                    .toList()));
        }
        return Map.copyOf(templates);
    }

    /** The template of what follows the leading tokens; empty if the line matches none. */
    Optional<Template> of(LineTokens line) {
        return templates.getOrDefault(key(line, leading), List.of()).stream()
                .filter(template -> template.matches(line, leading))
                .findFirst();
    }
}
