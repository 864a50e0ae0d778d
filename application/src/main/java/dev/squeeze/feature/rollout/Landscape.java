package dev.squeeze.feature.rollout;

import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The applications of a rehearsal: teams, topics with real records, and settings that are common in clusters. */
final class Landscape {
    /** How much to read of a source; several topics share it. */
    private static final long BYTES_OF_SOURCE = 12 * ByteCount.MIB;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int MAX_RECORDS_OF_TOPIC = 3_000;
    private static final int TOPICS_OF_TEAM = 5;
    private static final List<String> TEAMS =
            List.of("checkout", "search", "payments", "web", "logistics", "audit", "ads", "platform");
    private static final double[] RATES = {50, 100, 200};

    /** Settings found in practice: defaults, those of clients before Kafka 4, and codecs chosen long ago. */
    private static final List<Map<String, String>> SETTINGS = List.of(
            Map.of(),
            Map.of("linger.ms", "0"),
            Map.of("compression.type", "snappy"),
            Map.of("compression.type", "gzip"),
            Map.of("compression.type", "lz4", "linger.ms", "0"));

    /** One topic in ten has records that no codec can compress. */
    static final List<String> SAMPLES = List.of(
            "sample:access-log",
            "sample:flights-json",
            "sample:json-events",
            "sample:access-log",
            "sample:flights-json",
            "sample:json-events",
            "sample:access-log",
            "sample:flights-json",
            "sample:json-events",
            "sample:encrypted-events");

    private Landscape() {}

    /** @param sources of the records, assigned to topics in turn */
    static List<App> of(int topics, List<String> sources, Terminal terminal) {
        Map<String, Payload> payloads = new LinkedHashMap<>();
        List<App> apps = new ArrayList<>();
        for (int i = 0; i < topics; i++) {
            String source = sources.get(i % sources.size());
            Payload all = payloads.computeIfAbsent(source, name -> read(name, terminal));
            String team = TEAMS.get(i / TOPICS_OF_TEAM % TEAMS.size());
            String topic = team + "." + name(source) + "-" + (i + 1);
            apps.add(new App(
                    topic,
                    team,
                    topic.replace('.', '-') + "-service",
                    source,
                    part(all, i, topics),
                    RATES[i % RATES.length],
                    SETTINGS.get(i % SETTINGS.size())));
        }
        return apps;
    }

    /** The last part of a source's name, reduced to characters allowed in topic names. */
    private static String name(String source) {
        String end =
                source.replaceAll("^[a-z]+:", "").replaceAll(".*[/\\\\]", "").replaceAll("\\.[A-Za-z].*", "");
        String allowed = end.replaceAll("[^A-Za-z0-9_-]+", "-").replaceAll("^-+|-+$", "");
        return allowed.isEmpty() ? "records" : allowed.substring(0, Math.min(40, allowed.length()));
    }

    private static Payload read(String source, Terminal terminal) {
        SourceArguments arguments = new SourceArguments();
        arguments.sources = List.of(source);
        arguments.seed = 1;
        ProgressLine progress = new ProgressLine(terminal);
        try {
            return Payload.of(arguments.drawStretches(
                    arguments.open(
                            ReadOptions.DEFAULT_ASSUMED_RECORDS_PER_SECOND,
                            new ConnectionArguments(),
                            TIMEOUT,
                            terminal),
                    Payload.STRETCH_BYTES,
                    BYTES_OF_SOURCE,
                    progress));
        } finally {
            progress.clear();
        }
    }

    /** A different stretch of the source for each topic. */
    private static Payload part(Payload all, int number, int topics) {
        List<BatchRecord> records = all.records();
        int size = Math.min(MAX_RECORDS_OF_TOPIC, records.size());
        int begin = (int) ((long) (records.size() - size) * number / Math.max(1, topics - 1));
        return Payload.of(records.subList(begin, begin + size));
    }
}
