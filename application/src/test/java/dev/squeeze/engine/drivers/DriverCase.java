package dev.squeeze.engine.drivers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.BrokerForTests;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Runs a driver's load against a real broker. */
abstract class DriverCase {
    static final long FIRST_MILLIS = 1_700_000_000_000L;
    static final Duration TIMEOUT = Duration.ofSeconds(20);
    static final BrokerForTests BROKER = BrokerForTests.shared();

    @TempDir
    Path folder;

    static Optional<String> obstacle(ClientProfile client) {
        return client == ClientProfile.JAVA
                ? Optional.empty()
                : new DriverBuild(DriverBuild.defaultFolder(), System.getenv(), line -> {}, () -> false)
                        .obstacle(client);
    }

    /** Skips the test if its client's driver cannot be built. */
    static DriverProcess start(ClientProfile client) {
        obstacle(client).ifPresent(why -> assumeTrue(false, why));
        return DriverProcess.start(new DriverPrograms().command(client));
    }

    static DriverResult sendAll(ClientProfile client, DriverLoad load) {
        try (DriverProcess driver = start(client)) {
            driver.load(load);
            driver.start(Instant.now());
            return driver.finish();
        }
    }

    DriverLoad load(String topic, Map<String, String> settings, long limit, DriverPace pace) {
        return new DriverLoad(
                BROKER.address(),
                List.of(topic),
                settings,
                folder.resolve("records"),
                0,
                1,
                pace,
                1,
                limit == 0 ? OptionalLong.empty() : OptionalLong.of(limit),
                Duration.ofMillis(2),
                TIMEOUT);
    }

    static Map<String, String> translated(ClientProfile client, Map<String, String> kafka) {
        return DriverSettings.translated(client, kafka);
    }

    static String topic(String what, ClientProfile client, int partitions) {
        String topic = "driver-" + what + "-" + client.label();
        // The records' timestamps are in 2023: the broker would delete them as too old.
        BROKER.create(topic, partitions, Map.of("retention.ms", "-1"));
        return topic;
    }

    /** The number of a record is its timestamp's distance from the first; some have headers, an empty value or none. */
    static List<BatchRecord> records(int count, IntFunction<@Nullable String> keys) {
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String key = keys.apply(i);
            Header[] headers = i % 5 == 0
                    ? new Header[] {
                        new RecordHeader("trace", ("t" + i).getBytes(StandardCharsets.UTF_8)),
                        new RecordHeader("empty", new byte[0])
                    }
                    : BatchRecord.NO_HEADERS;
            byte[] value = i % 50 == 49
                    ? new byte[0]
                    : ("{\"number\":" + i + ",\"text\":\"" + "some words ".repeat(10) + i * 7919 % 1000 + "\"}")
                            .getBytes(StandardCharsets.UTF_8);
            records.add(new BatchRecord(
                    key == null ? null : key.getBytes(StandardCharsets.UTF_8),
                    i % 70 == 69 && key != null ? null : value,
                    headers,
                    FIRST_MILLIS + i));
        }
        return records;
    }

    static Predicate<Long> gone() {
        return pid -> ProcessHandle.of(pid).map(handle -> !handle.isAlive()).orElse(true);
    }
}
