package dev.squeeze.engine.drivers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a driver sends.
 *
 * @param bootstrap as for {@code bootstrap.servers}
 * @param topics that get the records in turn
 * @param settings in the client's own names
 * @param records a file of {@link RecordsFile}
 * @param from the first record of it that is sent
 * @param step to the next one; after the last comes the first again
 * @param threads application threads
 * @param limit how many records are sent; empty: until {@link DriverProcess#finish}
 * @param lateAfter a record that is handed over so much later than it was due is counted as late
 * @param latest whether each {@link DriverProcess#counts} has the latencies since the one before
 * @param timeout the longest that connecting may take, and a record from being handed over to its acknowledgement
 */
public record DriverLoad(
        String bootstrap,
        List<String> topics,
        Map<String, String> settings,
        Path records,
        long from,
        long step,
        DriverPace pace,
        int threads,
        OptionalLong limit,
        Duration lateAfter,
        boolean latest,
        Duration timeout) {
    public DriverLoad {
        topics = List.copyOf(topics);
        settings = Map.copyOf(settings);
        if (topics.isEmpty() || threads < 1 || step < 1 || from < 0) {
            throw new IllegalArgumentException(
                    "no load: topics " + topics + ", " + threads + " threads, from " + from + ", step " + step);
        }
    }

    /** One whose latencies are wanted at its end alone. */
    public DriverLoad(
            String bootstrap,
            List<String> topics,
            Map<String, String> settings,
            Path records,
            long from,
            long step,
            DriverPace pace,
            int threads,
            OptionalLong limit,
            Duration lateAfter,
            Duration timeout) {
        this(bootstrap, topics, settings, records, from, step, pace, threads, limit, lateAfter, false, timeout);
    }

    /** As the protocol has it. */
    ObjectNode message(ObjectMapper json) {
        ObjectNode message = json.createObjectNode();
        message.put("type", "produce");
        message.put("bootstrap", bootstrap);
        topics.forEach(message.putArray("topics")::add);
        ObjectNode named = message.putObject("settings");
        settings.forEach(named::put);
        message.putObject("records")
                .put("path", records.toAbsolutePath().toString())
                .put("from", from)
                .put("step", step);
        ObjectNode paced = message.putObject("pace");
        if (pace instanceof DriverPace.Even even) {
            paced.put("recordsPerSecond", even.recordsPerSecond());
            paced.put("turn", even.turn());
            paced.put("turns", even.turns());
        } else if (pace instanceof DriverPace.Times times) {
            paced.put("duePath", times.times().toAbsolutePath().toString());
            paced.put("passNanos", times.pass().toNanos());
        }
        message.put("threads", threads);
        message.put("limit", limit.orElse(0));
        message.put("lateNanos", lateAfter.toNanos());
        message.put("latest", latest);
        message.put("timeoutMillis", timeout.toMillis());
        return message;
    }
}
