package dev.squeeze.kit.source;

import dev.squeeze.kit.unit.VisibleText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The kinds of records in several inputs. The best settings for a mixture of topics are not the best for any of them,
 * so inputs of more than one kind are rejected.
 */
final class RecordKinds {
    private static final int GROUPS_SHOWN = 8;
    private static final int NAMES_SHOWN = 3;
    private static final int NAME_CHARACTERS = 40;

    /** Inputs of one kind; each member matches at least one other. */
    private static final class Group {
        private final Set<RecordKind> kinds = new LinkedHashSet<>();
        private final List<String> names = new ArrayList<>();

        boolean matches(RecordKind kind) {
            return kinds.contains(kind) || kinds.stream().anyMatch(kind::matches);
        }

        void takeOver(Group other) {
            kinds.addAll(other.kinds);
            names.addAll(other.names);
        }

        RecordKind.Form form() {
            return kinds.iterator().next().form();
        }

        /** The label of the kind with the most fields. */
        String label() {
            return kinds.stream()
                    .max(Comparator.comparingInt(kind -> kind.fields().size()))
                    .orElseThrow()
                    .label();
        }
    }

    private final List<Group> groups = new ArrayList<>();

    /** Adds an input to those of its kind; an input that matches two kinds merges them. */
    void add(String name, RecordKind kind) {
        Group group = new Group();
        group.kinds.add(kind);
        for (Group other : List.copyOf(groups)) {
            if (other.matches(kind)) {
                other.takeOver(group);
                groups.remove(other);
                group = other;
            }
        }
        if (!group.names.contains(name)) {
            group.names.add(name);
        }
        groups.add(group);
    }

    /** Number of kinds. */
    int count() {
        return groups.size();
    }

    /**
     * @param notation the source, as specified by the user
     * @throws SourceUsageException if there is more than one kind; its details list the kinds with their inputs
     */
    void requireOne(String notation) {
        if (groups.size() < 2) {
            return;
        }
        List<Group> largestFirst = groups.stream()
                .sorted(Comparator.comparingInt((Group group) -> -group.names.size()))
                .toList();
        List<String> details = new ArrayList<>();
        String folder = commonFolder();
        largestFirst.stream()
                .limit(GROUPS_SHOWN)
                .map(group -> line(group, folder))
                .forEach(details::add);
        if (groups.size() > GROUPS_SHOWN) {
            details.add("  and %d more kinds".formatted(groups.size() - GROUPS_SHOWN));
        }
        throw new SourceUsageException(
                ("%s contains %d kinds of records, and no setting suits a mixture: give files of one kind, such as"
                                + " %s; to"
                                + " read them as one source anyway, add --format %s")
                        .formatted(
                                notation,
                                groups.size(),
                                VisibleText.oneLine(largestFirst.get(0).names.get(0)),
                                formatOfAll().label()),
                details);
    }

    private RecordFormat formatOfAll() {
        Set<RecordKind.Form> forms = groups.stream().map(Group::form).collect(Collectors.toSet());
        if (forms.equals(Set.of(RecordKind.Form.JSON))) {
            return RecordFormat.JSONL;
        }
        return forms.equals(Set.of(RecordKind.Form.CSV)) ? RecordFormat.CSV : RecordFormat.LINES;
    }

    /** The common start of all names, up to the last folder that they share. */
    private String commonFolder() {
        String common = groups.get(0).names.get(0);
        for (Group group : groups) {
            for (String name : group.names) {
                while (!name.startsWith(common)) {
                    common = common.substring(0, common.length() - 1);
                }
            }
        }
        // Windows uses backslashes.
        return common.substring(0, Math.max(common.lastIndexOf('/'), common.lastIndexOf('\\')) + 1);
    }

    /** Keeps the end of a long path, which says more than its start. */
    private static String shortened(String name) {
        return name.length() <= NAME_CHARACTERS ? name : "..." + name.substring(name.length() - NAME_CHARACTERS);
    }

    private static String line(Group group, String folder) {
        int more = group.names.size() - NAMES_SHOWN;
        String names = group.names.stream()
                .limit(NAMES_SHOWN)
                .map(name -> shortened(name.substring(folder.length())))
                .collect(Collectors.joining(", "));
        return VisibleText.oneLine(String.format(
                Locale.ROOT,
                "  %s: %s%s",
                group.label(),
                names,
                more > 0 ? String.format(Locale.ROOT, " and %,d more", more) : ""));
    }
}
