package dev.squeeze.feature.published;

import dev.squeeze.feature.bench.BenchCommand;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.unit.NearestName;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The keys of an experiment's file or of one of its stages. They are derived from the flags that picocli knows for a
 * command, so that every flag is also a key. The flag determines the form of the value: a map if its label is {@code
 * KEY=...}, a list if it takes several values or a {@code LIST}, true or false if it takes no value.
 */
public final class CommandKeys {
    public static final String BENCH = "bench";

    private static final String NAME = "name";
    private static final String DESCRIPTION = "description";
    private static final Set<String> FOR_READERS = Set.of(NAME, DESCRIPTION);

    private static final String DASHES = "--";
    private static final String MAP_LABEL = "KEY=";
    private static final String LIST_LABEL = "LIST";

    private final CommandLine squeeze;
    private final CommandLine command;
    private final String name;
    private final Map<String, ArgSpec> known = new LinkedHashMap<>();

    /**
     * @param squeeze a separate command line, since it is used to parse many times and to run once
     * @param name name of the command
     */
    public CommandKeys(CommandLine squeeze, String name) {
        this.squeeze = squeeze;
        this.name = name;
        this.command = Objects.requireNonNull(squeeze.getSubcommands().get(name), name);
        // A value may begin with @, and argument files of the user's command line are already expanded.
        squeeze.setExpandAtFiles(false);
        command.getCommandSpec()
                .positionalParameters()
                .forEach(parameter -> known.put(parameter.paramLabel().toLowerCase(Locale.ROOT), parameter));
        command.getCommandSpec().options().stream()
                .filter(option -> !option.usageHelp() && option.longestName().startsWith(DASHES))
                .forEach(option -> known.put(option.longestName().substring(DASHES.length()), option));
    }

    /** Whether the command has a flag. */
    boolean knows(String flag) {
        return known.containsKey(flag.substring(DASHES.length()));
    }

    /** Runs an experiment as {@code squeeze bench} would and returns its exit code. */
    int execute(ExperimentFile experiment, List<String> flags) {
        IExecutionExceptionHandler usual = squeeze.getExecutionExceptionHandler();
        AtomicReference<@Nullable UsageException> mistake = new AtomicReference<>();
        squeeze.setExecutionExceptionHandler((exception, line, parsed) -> {
            if (exception instanceof UsageException wrong) {
                mistake.set(withPlace(wrong, experiment, flags));
                return ExitCode.USAGE;
            }
            return usual.handleExecutionException(exception, line, parsed);
        });
        int code = squeeze.execute(commandLine(experiment, flags).toArray(String[]::new));
        UsageException found = mistake.get();
        if (found != null) {
            throw found;
        }
        return code;
    }

    /** Adds the file to an error of the command, and the line if the message names a flag that the file sets. */
    private UsageException withPlace(UsageException exception, ExperimentFile experiment, List<String> flags) {
        String said = String.valueOf(exception.getMessage());
        Set<ArgSpec> given = given(flags);
        return experiment.entries().values().stream()
                .filter(entry -> !given.contains(known.get(entry.key())))
                .filter(entry -> Pattern.compile(DASHES + Pattern.quote(entry.key()) + "(?![\\w-])")
                        .matcher(said)
                        .find())
                .findFirst()
                .map(entry -> wrong(experiment, entry, said))
                .orElseGet(() -> new UsageException(experiment.file() + ": " + said, exception));
    }

    /** Parses the command from an experiment and flags, without running it. */
    <C> C command(ExperimentFile experiment, List<String> flags) {
        squeeze.parseArgs(commandLine(experiment, flags).toArray(String[]::new));
        return command.getCommand();
    }

    /**
     * Returns the command line that runs an experiment, starting with the command's name.
     *
     * @param flags flags from the command line, which override the file
     * @throws UsageException for the first key that is unknown or has a value of the wrong kind; the message has the
     *     file, line and key
     */
    public List<String> commandLine(ExperimentFile experiment, List<String> flags) {
        if (command.getCommand() instanceof BenchCommand bench) {
            bench.name = text(experiment, NAME);
            bench.description = text(experiment, DESCRIPTION);
        }
        return withName(words(experiment, flags));
    }

    private List<String> withName(List<String> words) {
        List<String> all = new ArrayList<>(List.of(name));
        all.addAll(words);
        return all;
    }

    private ParseResult parse(List<String> words) {
        return squeeze.parseArgs(withName(words).toArray(String[]::new)).subcommand();
    }

    private List<String> words(ExperimentFile experiment, List<String> flags) {
        Set<ArgSpec> given = given(flags);
        List<String> words = new ArrayList<>();
        List<String> sources = new ArrayList<>();
        for (ExperimentFile.Entry entry : experiment.entries().values()) {
            ArgSpec spec = known.get(entry.key());
            if (FOR_READERS.contains(entry.key())) {
                continue;
            }
            if (spec == null) {
                throw wrong(experiment, entry, unknown(entry.key()));
            }
            List<String> own = ownWords(experiment, entry, spec);
            if (!given.contains(spec)) {
                (spec.isOption() ? words : sources).addAll(own);
            }
        }
        words.addAll(flags);
        if (!sources.isEmpty()) {
            words.add(DASHES);
            words.addAll(sources);
        }
        return words;
    }

    /** A text value, such as the name or description, on one line. */
    static Optional<String> text(ExperimentFile experiment, String key) {
        ExperimentFile.Entry entry = experiment.entries().get(key);
        if (entry == null) {
            return Optional.empty();
        }
        if (entry.value() instanceof ExperimentFile.Value.One one && !one.text().isBlank()) {
            return Optional.of(one.text().strip().replaceAll("\\s+", " "));
        }
        throw wrong(experiment, entry, key + " must be a text");
    }

    private Set<ArgSpec> given(List<String> flags) {
        ParseResult parsed = parse(flags);
        Set<ArgSpec> given = new HashSet<>(parsed.matchedOptionsSet());
        given.addAll(parsed.matchedPositionalsSet());
        return given;
    }

    private List<String> ownWords(ExperimentFile experiment, ExperimentFile.Entry entry, ArgSpec spec) {
        List<String> words;
        if (takesMap(spec)) {
            words = ofMap(experiment, entry, spec);
        } else if (isSwitch(spec)) {
            words = ofSwitch(experiment, entry, spec);
        } else {
            words = ofValues(experiment, entry, spec);
        }
        validate(experiment, entry, spec, words);
        return words;
    }

    private static boolean takesMap(ArgSpec spec) {
        return spec.paramLabel().startsWith(MAP_LABEL);
    }

    private static boolean isSwitch(ArgSpec spec) {
        return spec.isOption() && spec.arity().max() == 0;
    }

    private List<String> ofMap(ExperimentFile experiment, ExperimentFile.Entry entry, ArgSpec spec) {
        if (!(entry.value() instanceof ExperimentFile.Value.Named named)) {
            throw wrong(experiment, entry, entry.key() + " must be a map, with lines such as '  KEY: VALUE' below it");
        }
        return named.texts().entrySet().stream()
                .map(pair -> word(spec, pair.getKey() + "=" + String.join(",", pair.getValue())))
                .toList();
    }

    private List<String> ofSwitch(ExperimentFile experiment, ExperimentFile.Entry entry, ArgSpec spec) {
        if (!(entry.value() instanceof ExperimentFile.Value.One one) || !one.truth()) {
            throw wrong(experiment, entry, entry.key() + " must be true or false");
        }
        return one.text().equals("true") ? List.of(((OptionSpec) spec).longestName()) : List.of();
    }

    private List<String> ofValues(ExperimentFile experiment, ExperimentFile.Entry entry, ArgSpec spec) {
        if (entry.value() instanceof ExperimentFile.Value.One one) {
            return List.of(word(spec, one.text()));
        }
        if (entry.value() instanceof ExperimentFile.Value.Several several) {
            boolean joined =
                    spec.paramLabel().equals(LIST_LABEL) || !spec.splitRegex().isEmpty();
            if (joined) {
                return List.of(word(spec, String.join(",", several.texts())));
            }
            if (spec.isMultiValue()) {
                return several.texts().stream().map(text -> word(spec, text)).toList();
            }
            throw wrong(experiment, entry, entry.key() + " takes one value, not a list");
        }
        throw wrong(experiment, entry, entry.key() + " takes a value, not a map");
    }

    private static String word(ArgSpec spec, String value) {
        return spec instanceof OptionSpec option ? option.longestName() + "=" + value : value;
    }

    /** Lets picocli parse the value by itself, so that errors are reported with its line. */
    private void validate(ExperimentFile experiment, ExperimentFile.Entry entry, ArgSpec spec, List<String> words) {
        if (!spec.isOption()) {
            return;
        }
        try {
            parse(words);
        } catch (ParameterException e) {
            throw wrong(experiment, entry, String.valueOf(e.getMessage()));
        }
    }

    private String unknown(String key) {
        Set<String> names = new TreeSet<>(known.keySet());
        names.addAll(FOR_READERS);
        return "unknown key '" + key + "'"
                + NearestName.of(key, names)
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElseGet(() -> " (known: " + names.stream().collect(Collectors.joining(", ")) + ")");
    }

    private static UsageException wrong(ExperimentFile experiment, ExperimentFile.Entry entry, String what) {
        return experiment.wrong(entry, what);
    }
}
