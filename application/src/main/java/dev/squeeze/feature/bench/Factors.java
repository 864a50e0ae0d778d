package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Factor;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.kit.cli.Milliseconds;
import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.document.Secrets;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Builds the factors from the flags; each level of a factor changes the settings of a load. */
final class Factors {
    private static final String TOPIC_PREFIX = "topic.";

    /** Factors of a producer, which do not apply to prepared batches. */
    private static final Set<String> PRODUCERS_OWN = Set.of("linger.ms", "rate", "threads");

    private final FactorArguments flags;

    Factors(FactorArguments flags) {
        this.flags = flags;
    }

    /** Finds mistakes before any work is done. */
    void check() {
        flags.check();
        all(100);
        flags.base();
    }

    /**
     * The factors, in the order of arm labels.
     *
     * @param bytesPerRecord of keys and values, for rates in bytes
     */
    List<Factor> all(double bytesPerRecord) {
        List<Factor> factors = new ArrayList<>();
        if (!flags.clients.labels().isEmpty()) {
            factors.add(factor(ClientArguments.FACTOR, flags.clients.labels(), label -> label, flags.clients::with));
        }
        factors.add(factor("codec", codecs(), Codec::toString, Factors::withCodec));
        factors.add(factor(
                "batch.size",
                flags.batchSizes,
                size -> String.valueOf(size.bytes()),
                (settings, size) -> settings.withProducerProperty("batch.size", String.valueOf(size.bytes()))));
        factors.add(property(
                "linger.ms",
                flags.lingers.stream()
                        .map(linger -> String.valueOf(Milliseconds.whole("--linger", linger)))
                        .toList()));
        factors.add(property(
                "acks", flags.acks.stream().map(Factors::acknowledgements).toList()));
        if (!flags.idempotence.isEmpty()) {
            factors.add(property(
                    "enable.idempotence",
                    flags.idempotence.stream().map(String::valueOf).toList()));
        }
        factors.add(factor(
                "rate",
                flags.rates,
                rate -> rate,
                (settings, rate) -> settings.withProfile(
                        flags.stages.profile(bytesPerRecord).orElseGet(() -> RateText.profile(rate, bytesPerRecord)))));
        factors.add(factor(
                "producers",
                flags.producers,
                String::valueOf,
                (settings, count) -> settings.withClients(count, settings.threads())));
        factors.add(factor(
                "threads",
                flags.threads,
                String::valueOf,
                (settings, count) -> settings.withClients(settings.producers(), count)));
        factors.add(factor(
                "topics",
                flags.topics,
                String::valueOf,
                (settings, count) -> settings.withTopics(count, settings.partitions(), settings.replicationFactor())));
        factors.add(factor(
                "partitions",
                flags.partitions,
                String::valueOf,
                (settings, count) -> settings.withTopics(settings.topics(), count, settings.replicationFactor())));
        factors.add(factor(
                "replication-factor",
                flags.replicationFactors,
                String::valueOf,
                (settings, count) -> settings.withTopics(settings.topics(), settings.partitions(), count)));
        flags.varied.forEach(text -> factors.add(varied(text)));
        return factors;
    }

    /**
     * The factors of prepared batches.
     *
     * @throws UsageException for factors that only apply to a producer
     */
    List<Factor> ofPreparedBatches() {
        if (!flags.varied.stream().allMatch(text -> text.startsWith(TOPIC_PREFIX))) {
            throw new UsageException(
                    "--raw sends prepared batches without a producer: leave --vary out, except" + " for topic.KEY");
        }
        return all(1).stream()
                .filter(factor -> !PRODUCERS_OWN.contains(factor.name()))
                .toList();
    }

    /** The only factor of a service whose producer is not visible. */
    Factor rate(double bytesPerRecord) {
        return all(bytesPerRecord).stream()
                .filter(factor -> factor.name().equals("rate"))
                .findFirst()
                .orElseThrow();
    }

    private List<Codec> codecs() {
        List<Codec> wanted = new ArrayList<>();
        for (String entry : flags.codecs.split(",", -1)) {
            // A grid always contains none, which is an arm only on request.
            boolean none = entry.strip().equalsIgnoreCase(CodecType.NONE.label());
            grid(entry).codecs().stream()
                    .filter(codec -> none || codec.type() != CodecType.NONE)
                    .forEach(wanted::add);
        }
        return wanted;
    }

    /** Names the flag in the message, since that is how an experiment's file finds the line of a mistake. */
    private static CodecGrid grid(String entry) {
        try {
            return CodecGrid.parse(entry);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--codecs: " + e.getMessage(), e);
        }
    }

    private static LoadSettings withCodec(LoadSettings settings, Codec codec) {
        LoadSettings changed = settings;
        for (String line : codec.configLines()) {
            int equals = line.indexOf('=');
            changed = changed.withProducerProperty(line.substring(0, equals), line.substring(equals + 1));
        }
        return changed;
    }

    private static String acknowledgements(String text) {
        String acks = text.strip().equals("-1") ? "all" : text.strip();
        if (!List.of("0", "1", "all").contains(acks)) {
            throw new UsageException("--acks must be 0, 1 or all, got '" + text + "'");
        }
        return acks;
    }

    private Factor varied(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new UsageException("--vary " + text + ": write KEY=V1,V2,...");
        }
        String key = text.substring(0, equals).strip();
        if (Secrets.isSecret(key)) {
            throw new UsageException("--vary " + key
                    + ": a result shows every value of a factor, but this property is secret; set it with"
                    + " --producer-property");
        }
        List<String> values = List.of(text.substring(equals + 1).split(",", -1));
        if (key.startsWith(TOPIC_PREFIX)) {
            String config = key.substring(TOPIC_PREFIX.length());
            values.forEach(value -> PropertyRules.requireComparable(config, value));
            return factor(key, values, value -> value, (settings, value) -> settings.withTopicConfig(config, value));
        }
        ClientProperties.requireProducers(Set.of(key));
        PropertyRules.requireFree("--vary", key);
        if (flags.producerProperties.containsKey(key)
                || !flags.idempotence.isEmpty() && key.equals("enable.idempotence")) {
            throw new UsageException("--vary " + key + " conflicts with another flag that sets it: give only one");
        }
        return property(key, values);
    }

    private static Factor property(String key, List<String> values) {
        return factor(key, values, value -> value, (settings, value) -> settings.withProducerProperty(key, value));
    }

    private static <T> Factor factor(
            String name, List<T> values, Function<T, String> label, BiFunction<LoadSettings, T, LoadSettings> apply) {
        return new Factor(
                name,
                values.stream()
                        .map(value -> new Factor.Level(label.apply(value), settings -> apply.apply(settings, value)))
                        .toList());
    }
}
