package dev.squeeze.benchmarks.headline;

import dev.squeeze.engine.drivers.DriverCounts;
import dev.squeeze.engine.drivers.DriverLoad;
import dev.squeeze.engine.drivers.DriverPace;
import dev.squeeze.engine.drivers.DriverProcess;
import dev.squeeze.engine.drivers.DriverPrograms;
import dev.squeeze.engine.drivers.DriverResult;
import dev.squeeze.engine.drivers.DriverSettings;
import dev.squeeze.engine.drivers.RecordsFile;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.BatchRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** The producers of a case as drivers of another client library than Java's, each in its own process. */
final class DriverSenders implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** Time before the first record is due, so that all drivers have received the start time. */
    private static final Duration AHEAD = Duration.ofMillis(300);
    /** Drivers use the send time. */
    private static final long NO_TIMESTAMP = -1;

    private final ClientProfile client;
    private final HeadlineCase of;
    private final CaseFile file;
    private final Path folder;
    private final List<DriverProcess> drivers = new ArrayList<>();
    private final List<DriverCounts> before = new ArrayList<>();

    DriverSenders(ClientProfile client, HeadlineCase of, CaseFile file, Path folder) {
        this.client = client;
        this.of = of;
        this.file = file;
        this.folder = folder;
    }

    /**
     * Builds the driver if necessary: with it, advise uses the client's own codecs; without it, factors measured on
     * other data.
     */
    static void build(ClientProfile client) throws IOException {
        programs().command(client);
    }

    private static DriverPrograms programs() {
        return new DriverPrograms(System.err::println, () -> false);
    }

    /**
     * Starts the drivers.
     *
     * @return when the first record is due, in System.nanoTime
     */
    long start(String bootstrap, String topic, long seconds) throws IOException {
        PlainRecords records = PlainRecords.read(
                file.path(), file.keyField().orElse(""), file.timestampField().orElse(""));
        List<BatchRecord> all = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            all.add(new BatchRecord(records.key(i), records.value(i), BatchRecord.NO_HEADERS, NO_TIMESTAMP));
        }
        Path handedOver = folder.resolve("records.driver");
        RecordsFile.write(handedOver, all);
        List<String> command = programs().command(client);
        for (int i = 0; i < of.producers(); i++) {
            long[] times = times(schedule(i, records), seconds);
            Path due = folder.resolve("times-" + i);
            RecordsFile.writeTimes(due, times);
            DriverProcess driver = DriverProcess.start(command);
            drivers.add(driver);
            driver.load(new DriverLoad(
                    bootstrap,
                    List.of(topic),
                    settings(),
                    handedOver,
                    i,
                    of.producers(),
                    new DriverPace.Times(due, Duration.ofSeconds(seconds)),
                    1,
                    OptionalLong.of(times.length),
                    Duration.ofMillis(of.lateMillis()),
                    TIMEOUT));
        }
        Instant at = Instant.now().plus(AHEAD);
        long nanos = System.nanoTime() + AHEAD.toNanos();
        drivers.forEach(driver -> driver.start(at));
        return nanos;
    }

    private Schedule schedule(int producer, PlainRecords records) {
        double rate = file.recordsPerSecond();
        return switch (of.arrivals()) {
            case EVEN -> Schedule.even(producer, of.producers(), rate);
            case POISSON -> Schedule.poisson(producer, of.producers(), rate, records.size(), of.number());
            case BURSTS -> Schedule.byTimestamps(producer, of.producers(), rate, records.timestampsMillis());
        };
    }

    private static long[] times(Schedule schedule, long seconds) {
        return LongStream.generate(() -> schedule.next().nanos())
                .takeWhile(nanos -> nanos < seconds * 1_000_000_000L)
                .toArray();
    }

    private Map<String, String> settings() {
        Map<String, String> kafka = new TreeMap<>();
        for (String setting : of.settings().split(",", -1)) {
            int equals = setting.indexOf('=');
            kafka.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return DriverSettings.translated(client, kafka);
    }

    /** Ends the settling time: records that were late so far do not count. */
    void settled() {
        drivers.forEach(driver -> before.add(driver.counts()));
    }

    /** @return the share of records that were late */
    double finish() {
        long records = 0;
        long late = 0;
        for (int i = 0; i < drivers.size(); i++) {
            DriverResult result = drivers.get(i).finish();
            if (!result.errors().isEmpty()) {
                throw new IllegalStateException("a driver failed to send: " + result.errors());
            }
            records += result.counts().sent() - before.get(i).sent();
            late += result.counts().late() - before.get(i).late();
        }
        return records == 0 ? 0 : (double) late / records;
    }

    @Override
    public void close() {
        drivers.forEach(DriverProcess::close);
    }
}
