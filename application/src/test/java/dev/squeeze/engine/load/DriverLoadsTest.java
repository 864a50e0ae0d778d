package dev.squeeze.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.format.BatchRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a trial uses what drivers report. The drivers are scripts that send nothing. */
@Tag("live")
class DriverLoadsTest {
    @Test
    void recordsThatALibraryGaveUpAreAnswered() {
        try (DriverLoads load = load(100, 90, 7, "1234567")) {
            LoadProgress progress = load.progress();

            // Two drivers.
            assertThat(progress.sent()).isEqualTo(200);
            assertThat(progress.acknowledged()).isEqualTo(180);
            assertThat(progress.refused()).isEqualTo(14);
        }
    }

    /** A shell that has just been started has used some milliseconds: the system reports 0 or 10 ms. */
    @Test
    void cpuTimeIsAsFineAsDriversReportIt() {
        try (DriverLoads load = load(0, 0, 0, "15234567")) {
            assertThat(load.cpu()).contains(Duration.ofNanos(2 * 15_234_567));
        }
    }

    private static DriverLoads load(long sent, long acknowledged, long failed, String cpuNanos) {
        String counts = "{\"type\":\"counts\",\"sent\":" + sent + ",\"acknowledged\":" + acknowledged
                + ",\"acknowledgedBytes\":1,\"encodedBytes\":1,\"markSum\":1,\"failed\":" + failed
                + ",\"blocked\":0,\"blockedNanos\":0,\"late\":0,\"maxLateNanos\":0,\"begunPartitions\":1,"
                + "\"sending\":true,\"cpuNanos\":" + cpuNanos + "}";
        String script = "echo '{\"type\":\"hello\",\"protocol\":1,\"client\":\"shell\"}'; read produce;"
                + " echo '{\"type\":\"ready\"}'; while read line; do echo '" + counts + "'; done";
        LoadSettings settings = new LoadSettings(
                Map.of(),
                2,
                1,
                1,
                1,
                1,
                Map.of(),
                new LoadProfile.ClosedLoop(),
                ConsumerSettings.one(ConsumerSettings.When.NEVER));
        return DriverLoads.open(
                new RemoteCluster("127.0.0.1:1", Map.of()),
                settings,
                new ForeignClient(
                        "shell", Optional.empty(), stop -> List.of("/bin/sh", "-c", script), kafka -> kafka, Map.of()),
                new KafkaProducerLoad.Share(0, 2),
                List.of("topic"),
                Payload.of(List.of(new BatchRecord(null, new byte[10], BatchRecord.NO_HEADERS, 0))),
                false,
                Duration.ofSeconds(10),
                () -> false);
    }
}
