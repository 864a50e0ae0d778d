package dev.squeeze.feature.plan;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ProducerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** How producer settings are written in the frameworks and clients that people configure. */
public enum ConfigForm {
    JAVA("Java", "properties", ClientProfile.JAVA::lines),
    SPRING_BOOT("Spring Boot, application.properties", "properties", ConfigForm::springBoot),
    CONNECT("Kafka Connect, a source connector", "properties", settings -> prefixed("producer.override.", settings)),
    STREAMS("Kafka Streams", "properties", settings -> prefixed("producer.", settings)),
    FLINK("Flink, KafkaSink.builder()", "java", ConfigForm::flink),
    LIBRDKAFKA("librdkafka and clients built on it", "properties", ClientProfile.LIBRDKAFKA::lines),
    FRANZ_GO("franz-go", "go", ClientProfile.FRANZ_GO::lines),
    SARAMA("sarama", "go", ClientProfile.SARAMA::lines);

    private final String title;
    private final String language;
    private final Function<ProducerSettings, List<String>> lines;

    ConfigForm(String title, String language, Function<ProducerSettings, List<String>> lines) {
        this.title = title;
        this.language = language;
        this.lines = lines;
    }

    public String title() {
        return title;
    }

    /** As Markdown names it. */
    public String language() {
        return language;
    }

    public List<String> lines(ProducerSettings settings) {
        return lines.apply(settings);
    }

    private static List<String> prefixed(String prefix, ProducerSettings settings) {
        return settings.configLines().stream().map(line -> prefix + line).toList();
    }

    /** Settings with a property of their own use it; the others go through {@code properties}. */
    private static List<String> springBoot(ProducerSettings settings) {
        return settings.configLines().stream()
                .map(line -> "spring.kafka.producer."
                        + (line.startsWith("compression.type=") || line.startsWith("batch.size=")
                                ? line.replaceFirst("\\.(type|size)=", "-$1=")
                                : "properties." + line))
                .toList();
    }

    private static List<String> flink(ProducerSettings settings) {
        List<String> calls = new ArrayList<>();
        settings.configLines().forEach(line -> {
            int equals = line.indexOf('=');
            calls.add(".setProperty(\"" + line.substring(0, equals) + "\", \"" + line.substring(equals + 1) + "\")");
        });
        return calls;
    }
}
