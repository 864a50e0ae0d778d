package dev.squeeze.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.ClientProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When every driver sends, and what counts: the same load through each, against a real broker. */
@Tag("live")
class DriverPacingTest extends DriverCase {
    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void recordsAreSentWhenTheyAreDueAndNotBefore(ClientProfile client) throws Exception {
        String topic = topic("paced", client, 1);
        RecordsFile.write(folder.resolve("records"), records(100, number -> null));
        Instant start;
        DriverResult result;
        try (DriverProcess driver = start(client)) {
            // Two drivers share 1,000 records/s; this one sends every second record.
            driver.load(load(topic, Map.of(), 400, new DriverPace.Even(1_000, 1, 2)));
            start = Instant.now().plusMillis(100);
            driver.openWindow(start.plusMillis(200));
            driver.closeWindow(start.plusMillis(400));
            driver.start(start);
            TimeUnit.MILLISECONDS.sleep(400);
            DriverCounts early = driver.counts();
            double elapsedSeconds = Duration.between(start, Instant.now()).toNanos() / 1e9;
            assertThat(early.sent()).isLessThanOrEqualTo((long) (elapsedSeconds * 500) + 2);
            assertThat(early.sending()).isTrue();
            result = driver.finish();
        }

        assertThat(Duration.between(start, Instant.now())).isGreaterThan(Duration.ofMillis(799));
        assertThat(result.counts().acknowledged()).isEqualTo(400);
        assertThat(result.acknowledgeNanos().getTotalCount())
                .as("records that were due in the window: one every 2 ms of 200 ms")
                .isBetween(99L, 101L);
        assertThat(result.sendNanos().getTotalCount())
                .isEqualTo(result.acknowledgeNanos().getTotalCount());
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void latenciesAreGivenWhileItSendsEachOnceAndOnlyWhereTheyAreWanted(ClientProfile client) throws Exception {
        RecordsFile.write(folder.resolve("records"), records(100, number -> null));
        DriverLoad unwanted = load(topic("latest", client, 1), Map.of(), 200, new DriverPace.Even(1_000, 0, 1));
        DriverLoad wanted = new DriverLoad(
                unwanted.bootstrap(),
                unwanted.topics(),
                unwanted.settings(),
                unwanted.records(),
                0,
                1,
                unwanted.pace(),
                1,
                unwanted.limit(),
                unwanted.lateAfter(),
                true,
                TIMEOUT);
        long given = 0;
        DriverResult result;
        try (DriverProcess driver = start(client)) {
            driver.load(wanted);
            driver.openWindow(Instant.now());
            driver.start(Instant.now());
            for (int i = 0; i < 5; i++) {
                TimeUnit.MILLISECONDS.sleep(20);
                given += driver.counts().latestNanos().orElseThrow().getTotalCount();
            }
            result = driver.finish();
        }
        Histogram last = result.counts().latestNanos().orElseThrow();

        assertThat(given + last.getTotalCount()).isEqualTo(200);
        assertThat((double) last.getMaxValue())
                .as("within about 1 % of the exact distribution")
                .isLessThanOrEqualTo(1.02 * result.acknowledgeNanos().getMaxValue());
        assertThat(sendAll(client, unwanted).counts().latestNanos()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void nothingCountsBeforeAWindowOpens(ClientProfile client) throws Exception {
        RecordsFile.write(folder.resolve("records"), records(100, number -> null));
        String topic = topic("unopened", client, 1);

        DriverResult result = sendAll(client, load(topic, Map.of(), 100, new DriverPace.Unthrottled()));

        assertThat(result.counts().acknowledged()).isEqualTo(100);
        assertThat(result.acknowledgeNanos().getTotalCount()).isZero();
        assertThat(result.sendNanos().getTotalCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void sendingEndsWithTheFirstThreadThatEnds(ClientProfile client) throws Exception {
        RecordsFile.write(folder.resolve("records"), records(100, number -> null));
        RecordsFile.writeTimes(folder.resolve("times"), new long[] {0, 600_000_000});
        String topic = topic("threads", client, 1);
        DriverLoad load = new DriverLoad(
                BROKER.address(),
                List.of(topic),
                Map.of(),
                folder.resolve("records"),
                0,
                1,
                new DriverPace.Times(folder.resolve("times"), Duration.ofSeconds(1)),
                2,
                OptionalLong.of(2),
                Duration.ofMillis(2),
                TIMEOUT);
        try (DriverProcess driver = start(client)) {
            driver.load(load);
            driver.start(Instant.now());
            TimeUnit.MILLISECONDS.sleep(250);

            // The first thread has sent its only record; the second is waiting until its record is due.
            DriverCounts counts = driver.counts();
            assertThat(counts.sent()).isEqualTo(1);
            assertThat(counts.sending()).isFalse();
            assertThat(driver.finish().counts().acknowledged()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void timesFromAFileAreKeptAndRepeated(ClientProfile client) throws Exception {
        String topic = topic("timed", client, 1);
        RecordsFile.write(folder.resolve("records"), records(3, number -> null));
        RecordsFile.writeTimes(folder.resolve("times"), new long[] {0, 1_000_000, 250_000_000});

        Instant start = Instant.now();
        DriverResult result = sendAll(
                client,
                load(topic, Map.of(), 6, new DriverPace.Times(folder.resolve("times"), Duration.ofMillis(400))));

        assertThat(Duration.between(start, Instant.now())).isGreaterThan(Duration.ofMillis(649));
        assertThat(result.counts().acknowledged()).isEqualTo(6);
    }
}
