package dev.squeeze.feature.plan;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Formats a change of producer settings for a client or framework. Only changed settings are written: today's
 * {@code batch.size} and {@code linger.ms} are not known, and a line with the default could overwrite a value that
 * somebody has set.
 */
public enum ConfigForm {
    JAVA("Java", "properties") {
        @Override
        List<String> lines(ProducerSettings from, ProducerSettings to, boolean withCodec) {
            return changed(from, to, withCodec);
        }
    },
    /** Settings with a property of their own use it; the others go through {@code properties}. */
    SPRING_BOOT("Spring Boot, application.properties", "properties") {
        @Override
        List<String> lines(ProducerSettings from, ProducerSettings to, boolean withCodec) {
            return each(
                    changed(from, to, withCodec),
                    line -> "spring.kafka.producer."
                            + (line.startsWith("compression.type=") || line.startsWith("batch.size=")
                                    ? line.replaceFirst("\\.(type|size)=", "-$1=")
                                    : "properties." + line));
        }
    },
    /**
     * KIP-458: connectors may override client settings if the worker's policy allows it; KIP-722 made that the default.
     */
    CONNECT("Kafka Connect, a source connector", "properties") {
        @Override
        List<String> lines(ProducerSettings from, ProducerSettings to, boolean withCodec) {
            return with(
                    List.of(
                            "# Workers before Kafka 3.0 refuse these without connector.client.config.override.policy=All."),
                    each(changed(from, to, withCodec), line -> "producer.override." + line));
        }
    },
    /** {@code StreamsConfig} sets its producers' {@code linger.ms} itself. */
    STREAMS("Kafka Streams", "properties") {
        @Override
        List<String> lines(ProducerSettings from, ProducerSettings to, boolean withCodec) {
            List<String> lines = changed(from, to, withCodec);
            if (from.lingerMillis() == to.lingerMillis() || to.lingerMillis() > STREAMS_LINGER_MILLIS) {
                return each(lines, line -> "producer." + line);
            }
            return with(
                    each(lines.subList(0, lines.size() - 1), line -> "producer." + line),
                    List.of("# linger.ms: leave it unset, Kafka Streams already waits " + STREAMS_LINGER_MILLIS
                            + " ms."));
        }
    },
    FLINK("Flink, KafkaSink.builder()", "java") {
        @Override
        List<String> lines(ProducerSettings from, ProducerSettings to, boolean withCodec) {
            return each(changed(from, to, withCodec), line -> {
                int equals = line.indexOf('=');
                return ".setProperty(\"" + line.substring(0, equals) + "\", \"" + line.substring(equals + 1) + "\")";
            });
        }
    },
    LIBRDKAFKA("librdkafka and clients built on it", "properties") {
        @Override
        List<String> lines(ProducerSettings from, ProducerSettings to, boolean withCodec) {
            return changed(
                    ClientProfile.LIBRDKAFKA,
                    from,
                    to,
                    withCodec,
                    "# batch.size: leave librdkafka's default of 1000000, which limits uncompressed bytes.");
        }
    },
    FRANZ_GO("franz-go", "go") {
        @Override
        List<String> lines(ProducerSettings from, ProducerSettings to, boolean withCodec) {
            return changed(
                    ClientProfile.FRANZ_GO,
                    from,
                    to,
                    withCodec,
                    "// ProducerBatchMaxBytes: leave the default of 1000012, since larger records fail.");
        }
    },
    SARAMA("sarama", "go") {
        @Override
        List<String> lines(ProducerSettings from, ProducerSettings to, boolean withCodec) {
            return changed(
                    ClientProfile.SARAMA,
                    from,
                    to,
                    withCodec,
                    "// Producer.MaxMessageBytes: leave the default of 1 MiB, since larger records fail.");
        }
    };

    /** Kafka's {@code StreamsConfig}, PRODUCER_DEFAULT_OVERRIDES. */
    private static final int STREAMS_LINGER_MILLIS = 100;

    private final String title;
    private final String language;

    ConfigForm(String title, String language) {
        this.title = title;
        this.language = language;
    }

    public String title() {
        return title;
    }

    /** The language tag of a Markdown code fence. */
    public String language() {
        return language;
    }

    /** The settings to change to get from {@code from} to {@code to}. */
    public List<String> lines(ProducerSettings from, ProducerSettings to) {
        return lines(from, to, false);
    }

    /** @param withCodec whether to write the codec even if it does not change */
    abstract List<String> lines(ProducerSettings from, ProducerSettings to, boolean withCodec);

    /** For Java's producer: codec, {@code batch.size} and {@code linger.ms}, in this order, each only if it changes. */
    private static List<String> changed(ProducerSettings from, ProducerSettings to, boolean withCodec) {
        List<String> lines = new ArrayList<>();
        Codec codec = to.codec();
        if (withCodec || !from.codec().equals(codec)) {
            lines.addAll(codec.configLines());
            ClientProfile.JAVA.defaultLevelLine(codec, from.codec()).ifPresent(lines::add);
        }
        if (from.batchSizeBytes() != to.batchSizeBytes()) {
            lines.add("batch.size=" + to.batchSizeBytes());
        }
        if (from.lingerMillis() != to.lingerMillis()) {
            lines.add(ClientProfile.JAVA.lingerLine(to.lingerMillis()));
        }
        return lines;
    }

    /** @param batches advice on the batch size, which the other clients limit before compression */
    private static List<String> changed(
            ClientProfile client, ProducerSettings from, ProducerSettings to, boolean withCodec, String batches) {
        List<String> lines = new ArrayList<>();
        if (withCodec || !from.codec().equals(to.codec())) {
            lines.addAll(Client.of(client).codecLines(to.codec()));
            client.sharedDefaultLevelLine(to.codec()).ifPresent(lines::add);
        }
        if (from.lingerMillis() != to.lingerMillis()) {
            lines.add(client.lingerLine(to.lingerMillis()));
        }
        if (from.batchSizeBytes() != to.batchSizeBytes()) {
            lines.add(batches);
        }
        return lines;
    }

    private static List<String> each(List<String> lines, UnaryOperator<String> written) {
        return lines.stream().map(written).toList();
    }

    private static List<String> with(List<String> first, List<String> then) {
        List<String> lines = new ArrayList<>(first);
        lines.addAll(then);
        return lines;
    }
}
