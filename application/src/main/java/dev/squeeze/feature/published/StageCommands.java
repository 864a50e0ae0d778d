package dev.squeeze.feature.published;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.feature.bench.BenchCommand;
import dev.squeeze.feature.copy.CopyCommand;
import dev.squeeze.feature.fill.FillCommand;
import dev.squeeze.feature.inspect.InspectCommand;
import dev.squeeze.feature.measure.MeasureCommand;
import dev.squeeze.kit.cli.Application;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.unit.DurationText;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;

/**
 * Builds the command lines of an experiment's stages: fills in placeholders, scales values, and adds flags of the
 * shared cluster.
 */
public final class StageCommands {
    /** Placeholder for the address of brokers that have not been started yet. */
    public static final String NO_ADDRESS = "127.0.0.1:9092";

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");
    private static final Set<String> ON_A_CLUSTER = Set.of("fill", "copy", "survey", "doctor");
    private static final Set<String> SHARED_KEYS = Set.of(
            "bootstrap-server",
            "command-config",
            "command-property",
            "to-bootstrap-server",
            "to-command-config",
            "to-command-property",
            "embedded",
            "jmx",
            "timeout",
            "workers",
            "worker-group",
            "control",
            "control-config",
            "output",
            "report",
            "json",
            "verbose");
    /** Keys of stages that workers cannot run, since {@code squeeze bench} refuses them with {@code --workers}. */
    private static final Set<String> NOT_FROM_WORKERS = Set.of("raw", "profile", "profile-output", "target");

    private static final Set<String> SCALED_TIMES = Set.of("budget", "duration");
    private static final Set<String> SCALED_COUNTS = Set.of("records", "num-records");
    private static final String BROKERS = "brokers";
    /** Flags that are passed to the stages whose command has them. */
    static final String TIMEOUT = "--timeout";

    static final String JMX = "--jmx";
    static final String BROKER_HEAP = "--broker-heap";

    private static final String BENCH = CommandKeys.BENCH;
    private static final Map<String, Duration> DEFAULTS =
            Map.of(BENCH, Duration.ofSeconds(165), "measure", Duration.ofSeconds(60), "advise", Duration.ofSeconds(60));
    private static final Duration DEFAULT_DURATION = Duration.ofSeconds(15);
    private static final Duration OVERHEAD = Duration.ofSeconds(8);

    private final StagedFile file;
    private final StageSettings settings;
    private final Terminal terminal;
    private final Application application;

    public StageCommands(StagedFile file, StageSettings settings, Terminal terminal, Application application) {
        this.application = application;
        this.file = file;
        this.settings = settings;
        this.terminal = terminal;
    }

    /** Whether a stage uses the shared cluster. */
    boolean isOnSharedCluster(Stage stage) {
        if (stage.command().equals(BENCH)) {
            return settings.isRemote() || !stage.keys().entries().containsKey(BROKERS);
        }
        return ON_A_CLUSTER.contains(stage.command()) || readsTopic(stage);
    }

    private boolean readsTopic(Stage stage) {
        ExperimentFile.Entry source = stage.keys().entries().get("source");
        return source != null
                && ConnectionArguments.isTopic(firstText(filled(stage, source).value()));
    }

    private static String firstText(ExperimentFile.Value value) {
        if (value instanceof ExperimentFile.Value.One one) {
            return one.text();
        }
        return value instanceof ExperimentFile.Value.Several several
                ? several.texts().get(0)
                : "";
    }

    /**
     * Returns the command line of a stage, starting with the command's name.
     *
     * @param address address of the shared embedded brokers
     * @throws UsageException for the first key that is unknown or has an invalid value, with file and line
     */
    public List<String> words(Stage stage, String address) {
        CommandKeys keys = keysOf(stage);
        return keys.commandLine(keys(stage), flags(stage, keys, address));
    }

    private CommandKeys keysOf(Stage stage) {
        return new CommandKeys(application.commandLine(List.of("squeeze"), terminal), stage.command());
    }

    private List<String> flags(Stage stage, CommandKeys keys, String address) {
        List<String> flags = new ArrayList<>();
        if (!stage.command().equals("fill")) {
            flags.add("--json");
        }
        if (isOnSharedCluster(stage)) {
            flags.addAll(settings.isRemote() ? settings.cluster() : List.of("--bootstrap-server", address));
            if (stage.command().equals(BENCH)
                    && Collections.disjoint(stage.keys().entries().keySet(), NOT_FROM_WORKERS)) {
                flags.addAll(settings.workers());
            }
        }
        new TreeMap<>(settings.shared()).forEach((flag, value) -> {
            if (keys.knows(flag) && applies(flag, stage)) {
                flags.addAll(List.of(flag, value));
            }
        });
        return flags;
    }

    /** Whether a flag that a stage's command has applies to the stage, given its own keys. */
    private boolean applies(String flag, Stage stage) {
        Set<String> keys = stage.keys().entries().keySet();
        return switch (flag) {
            case JMX ->
                isOnSharedCluster(stage)
                        && !keys.contains("target")
                        && (!stage.command().equals("advise") || isSet(stage, "verify"));
            case BROKER_HEAP -> !isOnSharedCluster(stage) && !keys.contains("broker-heap");
            default -> true;
        };
    }

    private static boolean isSet(Stage stage, String key) {
        ExperimentFile.Entry entry = stage.keys().entries().get(key);
        return entry != null
                && entry.value() instanceof ExperimentFile.Value.One one
                && one.text().equals("true");
    }

    private ExperimentFile keys(Stage stage) {
        Map<String, ExperimentFile.Entry> keys = new LinkedHashMap<>();
        for (ExperimentFile.Entry entry : stage.keys().entries().values()) {
            if (SHARED_KEYS.contains(entry.key())) {
                throw stage.keys()
                        .wrong(
                                entry,
                                entry.key() + " applies to all stages: give --" + entry.key()
                                        + " after the experiment, and leave it out here");
            }
            if (!(entry.key().equals(BROKERS) && settings.isRemote())) {
                keys.put(entry.key(), scaled(stage, filled(stage, entry)));
            }
        }
        if (stage.command().equals(BENCH)) {
            keys.putIfAbsent(
                    "name",
                    new ExperimentFile.Entry("name", new ExperimentFile.Value.One(stage.title(), false), stage.line()));
        }
        return new ExperimentFile(file.file(), keys);
    }

    private ExperimentFile.Entry filled(Stage stage, ExperimentFile.Entry entry) {
        ExperimentFile.Value value = entry.value();
        if (value instanceof ExperimentFile.Value.One one) {
            value = new ExperimentFile.Value.One(filled(stage, entry, one.text()), one.truth());
        } else if (value instanceof ExperimentFile.Value.Several several) {
            value = new ExperimentFile.Value.Several(several.texts().stream()
                    .map(text -> filled(stage, entry, text))
                    .toList());
        } else if (value instanceof ExperimentFile.Value.Named named) {
            Map<String, List<String>> texts = new LinkedHashMap<>();
            named.texts()
                    .forEach((key, values) -> texts.put(
                            key,
                            values.stream()
                                    .map(text -> filled(stage, entry, text))
                                    .toList()));
            value = new ExperimentFile.Value.Named(texts);
        }
        return new ExperimentFile.Entry(entry.key(), value, entry.line());
    }

    private String filled(Stage stage, ExperimentFile.Entry entry, String text) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(
                        switch (match.group(1)) {
                            case "run" -> settings.run();
                            case "source" ->
                                settings.source().orElseThrow(() -> stage.keys()
                                        .wrong(
                                                entry,
                                                "${source} is the experiment's source, but the experiment has none: add"
                                                        + " the key source"));
                            default ->
                                throw stage.keys()
                                        .wrong(
                                                entry,
                                                "unknown placeholder " + match.group() + " (known: ${run}, ${source})");
                        }));
    }

    private ExperimentFile.Entry scaled(Stage stage, ExperimentFile.Entry entry) {
        boolean time = SCALED_TIMES.contains(entry.key());
        if (settings.scale() == 1
                || !(time || SCALED_COUNTS.contains(entry.key()))
                || !(entry.value() instanceof ExperimentFile.Value.One one)) {
            return entry;
        }
        try {
            String text = time
                    ? Math.max(1, Math.round(DurationText.parse(one.text()).toMillis() * settings.scale())) + "ms"
                    : String.valueOf(Math.max(1, Math.round(Long.parseLong(one.text()) * settings.scale())));
            return new ExperimentFile.Entry(entry.key(), new ExperimentFile.Value.One(text, one.truth()), entry.line());
        } catch (IllegalArgumentException e) {
            throw stage.keys().wrong(entry, entry.key() + ": " + e.getMessage());
        }
    }

    /** Approximate duration of a stage, for the estimate of the remaining time. */
    Duration expected(Stage stage) {
        for (String key : SCALED_TIMES) {
            ExperimentFile.Entry entry = stage.keys().entries().get(key);
            if (entry != null && scaled(stage, entry).value() instanceof ExperimentFile.Value.One one) {
                Duration each = DurationText.parse(one.text());
                return each.multipliedBy(stage.command().equals("fill") ? codecs(stage) : 1)
                        .plus(OVERHEAD);
            }
        }
        return DEFAULTS.getOrDefault(stage.command(), DEFAULT_DURATION).plus(OVERHEAD);
    }

    private static int codecs(Stage stage) {
        ExperimentFile.Entry entry = stage.keys().entries().get("codecs");
        return entry != null && entry.value() instanceof ExperimentFile.Value.Several several
                ? several.texts().size()
                : 1;
    }

    /**
     * Checks all stages before any work is done.
     *
     * @throws UsageException for an invalid key, or a figure whose arm the stage does not have, with file and line
     */
    void check() {
        for (Stage stage : file.stages()) {
            CommandLine squeeze = application.commandLine(List.of("squeeze"), terminal);
            CommandKeys known = new CommandKeys(squeeze, stage.command());
            Object command = known.command(keys(stage), flags(stage, known, NO_ADDRESS));
            Optional<Set<String>> arms;
            try {
                arms = arms(command);
            } catch (UsageException e) {
                throw stage.keys().wrong(stage.line(), "stage " + stage.name() + ": " + e.getMessage());
            }
            for (PublishedFigure figure : file.figures()) {
                figure.measured()
                        .filter(place -> place.stage().equals(stage.name()))
                        .ifPresent(place -> requireArm(figure, place, command, arms));
            }
        }
    }

    /** The arms that a command will have; empty if that is not known in advance. */
    private static Optional<Set<String>> arms(Object command) {
        if (command instanceof BenchCommand bench) {
            bench.check();
            return Optional.of(
                    bench.arms(100).stream().map(Arm::label).collect(Collectors.toCollection(LinkedHashSet::new)));
        }
        if (command instanceof CopyCommand copy) {
            return Optional.of(new LinkedHashSet<>(copy.codecs));
        }
        if (command instanceof FillCommand fill) {
            fill.check();
        }
        if (command instanceof InspectCommand) {
            return Optional.of(
                    Arrays.stream(CodecType.values()).map(CodecType::label).collect(Collectors.toSet()));
        }
        return Optional.empty();
    }

    private static boolean isSame(Object command, String arm, String named) {
        return command instanceof BenchCommand ? arm.equals(named) : StageFigures.sameCodec(arm, named);
    }

    private void requireArm(
            PublishedFigure figure, PublishedFigure.Place place, Object command, Optional<Set<String>> arms) {
        ExperimentFile whole = new ExperimentFile(file.file(), Map.of());
        int line = Objects.requireNonNull(file.figureLines().get(figure.id()), figure.id());
        if (arms.isPresent() && arms.get().stream().noneMatch(arm -> isSame(command, arm, place.arm()))) {
            throw whole.wrong(
                    line,
                    figure.id() + ": the stage " + place.stage() + " has no arm '" + place.arm() + "' (it has "
                            + arms.get().stream().map(arm -> "'" + arm + "'").collect(Collectors.joining(", ")) + ")");
        }
        if (command instanceof MeasureCommand) {
            try {
                StageFigures.normal(place.arm());
            } catch (IllegalArgumentException e) {
                throw whole.wrong(line, figure.id() + ": " + e.getMessage());
            }
        }
    }
}
