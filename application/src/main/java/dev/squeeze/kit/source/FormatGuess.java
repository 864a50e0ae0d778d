package dev.squeeze.kit.source;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Guesses the format of an input's records, from its name and its first bytes. */
final class FormatGuess {
    private static final List<String> PACKED_ENDINGS = List.of(".gz", ".gzip", ".zst", ".zstd");

    private static final Set<String> JSON_ENDINGS = Set.of(".json", ".jsonl", ".ndjson");

    private FormatGuess() {}

    /**
     * The result of a guess.
     *
     * @param format the format, or empty if reading the input would make no sense
     * @param refusal why there is none, with the remedy; empty if there is a format
     */
    record Guess(Optional<RecordFormat> format, Optional<InputRefusal> refusal) {
        static Guess of(RecordFormat format) {
            return new Guess(Optional.of(format), Optional.empty());
        }

        static Guess refuse(String reason, String remedy) {
            return new Guess(Optional.empty(), Optional.of(new InputRefusal(reason, remedy)));
        }
    }

    /** Whether the file name implies that each line is a JSON document. */
    static boolean isNamedJson(String name) {
        return JSON_ENDINGS.contains(ending(name));
    }

    static Guess guess(String name, HeadBytes head) {
        String ending = ending(name);
        if (head.startsWith(AvroFileReader.MAGIC)) {
            return Guess.of(RecordFormat.AVRO);
        }
        boolean binary = head.looksBinary();
        if (binary) {
            Optional<InputRefusal> container = BinaryKinds.refusal(head);
            if (container.isPresent()) {
                return new Guess(Optional.empty(), container);
            }
        }
        if (isNamedJson(name)) {
            return named(head);
        }
        return switch (ending) {
            case ".csv", ".tsv" -> Guess.of(RecordFormat.CSV);
            case ".lp", ".bin" -> head.chainsLengths(true) ? Guess.of(RecordFormat.LENGTH_PREFIXED) : byContent(head);
            case ".log", ".txt" -> Guess.of(RecordFormat.LINES);
            default -> byContent(head);
        };
    }

    /** The file name extension in lower case, with its dot, ignoring one for compression; empty if there is none. */
    static String ending(String name) {
        String bare = name.toLowerCase(Locale.ROOT);
        for (String packed : PACKED_ENDINGS) {
            if (bare.endsWith(packed)) {
                bare = bare.substring(0, bare.length() - packed.length());
                break;
            }
        }
        int point = bare.lastIndexOf('.');
        return point > bare.lastIndexOf('/') ? bare.substring(point) : "";
    }

    private static Guess named(HeadBytes head) {
        return switch (head.json()) {
            case OBJECT_LINES, DOCUMENT_LINES -> Guess.of(RecordFormat.JSONL);
            case ONE_ARRAY -> oneArray();
            case SPREAD_OBJECT ->
                Guess.refuse(
                        "contains JSON documents that span several lines",
                        "put each on a line of its own (jq -c .), or give --format lines");
            case OTHER -> byContent(head);
        };
    }

    private static Guess byContent(HeadBytes head) {
        if (head.chainsLengths(false) && head.holdsNul()) {
            return Guess.of(RecordFormat.LENGTH_PREFIXED);
        }
        return switch (head.json()) {
            case OBJECT_LINES, DOCUMENT_LINES -> Guess.of(RecordFormat.JSONL);
            // Log lines may also start with a bracket, so here the array must continue with an object.
            case ONE_ARRAY -> head.opensWith('[', '{') ? oneArray() : Guess.of(RecordFormat.LINES);
            case SPREAD_OBJECT, OTHER -> Guess.of(RecordFormat.LINES);
        };
    }

    private static Guess oneArray() {
        return Guess.refuse(
                "contains one JSON array instead of one document per line",
                "put each element on a line of its own (jq -c '.[]'), or give --format lines");
    }
}
