package dev.squeeze.feature.published;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.unit.UsageException;
import dev.squeeze.kit.unit.YamlMistake;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * The parsed text of an experiment's file: keys with values and lines, before they are interpreted. Values are kept as
 * text, so that {@code 010} and {@code 1e3} are parsed as they would be on the command line.
 *
 * @param file as the user named it
 * @param entries entries by key, in their order
 */
public record ExperimentFile(String file, Map<String, Entry> entries) {
    /** Far more than anyone writes by hand; SnakeYAML's own limits on nesting and code points also apply. */
    private static final long MAX_BYTES = 1 << 20;

    static final String STAGES = "stages";
    static final String PUBLISHED = "published";
    static final String FINDINGS = "findings";
    private static final Set<String> WITH_SECTIONS = Set.of(STAGES, PUBLISHED, FINDINGS);

    public ExperimentFile {
        entries = new LinkedHashMap<>(entries);
    }

    /**
     * Whether it is a published experiment, which runs several commands, rather than a single {@code bench} with stages
     * of rate.
     */
    public boolean hasStages() {
        Entry stages = entries.get(STAGES);
        return stages != null
                && (stages.value() instanceof Value.Sections
                        || entries.containsKey(PUBLISHED)
                        || entries.containsKey(FINDINGS));
    }

    /** Returns an exception for a mistake in an entry, with its file and line. */
    UsageException wrong(Entry entry, String what) {
        return wrong(entry.line(), what);
    }

    UsageException wrong(int line, String what) {
        return new UsageException(file + ", line " + line + ": " + what);
    }

    /** A key, its value and its line, counted from 1. */
    record Entry(String key, Value value, int line) {}

    /** The forms that a value may have. */
    sealed interface Value {
        /** A scalar; {@code truth} distinguishes a plain true or false from the word in quotes. */
        record One(String text, boolean truth) implements Value {}

        record Several(List<String> texts) implements Value {}

        /** Each name with one or more values. */
        record Named(Map<String, List<String>> texts) implements Value {}

        /** Names, each with its own keys, as for stages. */
        record Sections(Map<String, Section> sections) implements Value {
            public Sections {
                sections = new LinkedHashMap<>(sections);
            }
        }
    }

    /** The keys under one name. */
    record Section(int line, Map<String, Entry> entries) {
        public Section {
            entries = new LinkedHashMap<>(entries);
        }
    }

    /**
     * Reads a file.
     *
     * @throws UsageException if the file does not exist or is not a YAML map, has a key twice, or contains anything
     *     other than scalars, lists and maps of these; the message names the file and the line
     */
    static ExperimentFile read(Path path) {
        return parse(path.toString(), text(path));
    }

    /**
     * Parses a text like a file.
     *
     * @param file name in error messages
     */
    public static ExperimentFile parse(String file, String text) {
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            return new Reader(file, parser).read();
        } catch (JsonProcessingException e) {
            throw notYaml(file, lineOf(e.getLocation()), String.valueOf(e.getOriginalMessage()), e);
        } catch (IOException | YAMLException e) {
            throw notYaml(file, "", String.valueOf(e.getMessage()), e);
        }
    }

    private static String text(Path path) {
        if (!Files.exists(path)) {
            throw new UsageException("there is no file " + path + ": name the YAML file of an experiment");
        }
        if (Files.isDirectory(path)) {
            throw new UsageException(path + " is a folder: name the YAML file of an experiment");
        }
        try {
            if (Files.size(path) > MAX_BYTES) {
                throw new UsageException(path + " is larger than 1 MiB: this is not an experiment; perhaps it is a file"
                        + " of records");
            }
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new FailedException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }

    private static UsageException notYaml(String file, String line, String reason, Exception cause) {
        return new UsageException(file + line + " is not YAML: " + YamlMistake.words(reason), cause);
    }

    private static String lineOf(@Nullable JsonLocation location) {
        return location == null ? "" : ", line " + location.getLineNr() + ",";
    }

    private static final class Reader {
        private final String file;
        private final YAMLParser parser;

        Reader(String file, YAMLParser parser) {
            this.file = file;
            this.parser = parser;
        }

        ExperimentFile read() throws IOException {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT) {
                throw new UsageException(
                        file + " is not an experiment: it needs lines such as 'source: sample:access-log'");
            }
            Map<String, Entry> entries = entries(true);
            if (parser.nextToken() != null) {
                throw wrong("a second YAML document begins: a file can only contain one experiment");
            }
            return new ExperimentFile(file, entries);
        }

        private Map<String, Entry> entries(boolean top) throws IOException {
            Map<String, Entry> entries = new LinkedHashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                int line = line();
                Entry before = entries.get(key);
                if (before != null) {
                    throw wrong("the key '" + key + "' was already given in line " + before.line());
                }
                JsonToken next = parser.nextToken();
                boolean sections = top && next == JsonToken.START_OBJECT && WITH_SECTIONS.contains(key);
                entries.put(key, new Entry(key, sections ? new Value.Sections(sections(key)) : value(key), line));
            }
            return entries;
        }

        private Map<String, Section> sections(String key) throws IOException {
            Map<String, Section> sections = new LinkedHashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                int line = line();
                if (sections.containsKey(name)) {
                    throw wrong("the key '" + name + "' is given twice under '" + key + "'");
                }
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    throw wrong(key + ": " + name + " must have keys of its own below it");
                }
                sections.put(name, new Section(line, entries(false)));
            }
            return sections;
        }

        private Value value(String key) throws IOException {
            return switch (parser.currentToken()) {
                case START_ARRAY -> new Value.Several(list(key));
                case START_OBJECT -> new Value.Named(map(key));
                // YAML also has yes and on for true.
                case VALUE_TRUE -> new Value.One("true", true);
                case VALUE_FALSE -> new Value.One("false", true);
                default -> new Value.One(scalar(key), false);
            };
        }

        private List<String> list(String key) throws IOException {
            List<String> texts = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                texts.add(scalar(key));
            }
            if (texts.isEmpty()) {
                throw wrong(key + " is an empty list: give it a value or leave it out");
            }
            return texts;
        }

        private Map<String, List<String>> map(String key) throws IOException {
            Map<String, List<String>> texts = new LinkedHashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                String whole = key + ": " + name;
                if (texts.containsKey(name)) {
                    throw wrong("the key '" + name + "' is given twice under '" + key + "'");
                }
                JsonToken next = parser.nextToken();
                texts.put(name, next == JsonToken.START_ARRAY ? list(whole) : List.of(scalar(whole)));
            }
            return texts;
        }

        private String scalar(String key) throws IOException {
            if (parser.isCurrentAlias()) {
                throw wrong(key + " is a YAML alias (*" + parser.getText() + "): write its value here");
            }
            JsonToken token = parser.currentToken();
            if (token == JsonToken.VALUE_NULL) {
                throw wrong(key + " has no value: give it one or leave it out");
            }
            if (!token.isScalarValue()) {
                throw wrong(key + " is nested too deeply: its values are words and numbers");
            }
            return parser.getText();
        }

        private int line() {
            return parser.currentTokenLocation().getLineNr();
        }

        private UsageException wrong(String what) {
            return new UsageException(file + ", line " + line() + ": " + what);
        }
    }
}
