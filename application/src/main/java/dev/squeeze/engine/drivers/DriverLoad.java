package dev.squeeze.engine.drivers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The load that a driver sends.
 *
 * @param bootstrap as for {@code bootstrap.servers}
 * @param topics topics that receive the records in turn
 * @param settings by the client's own names
 * @param records a file of {@link RecordsFile}
 * @param from index of the first record to send
 * @param step distance to the next record; after the last record it continues with the first
 * @param threads application threads
 * @param limit number of records to send; empty to send until {@link DriverProcess#finish}
 * @param lateAfter records sent later than this after they were due are counted as late
 * @param latest whether each {@link DriverProcess#counts} contains the latencies since the previous one
 * @param timeout limit for connecting, and for the time from sending a record to its acknowledgement
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
                    "invalid load: topics " + topics + ", " + threads + " threads, from " + from + ", step " + step);
        }
    }

    /** A load whose latencies are reported only at its end. */
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

    /** The protocol's message for this load. */
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
