package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.FilledTopics;
import dev.squeeze.FilledTopics.Pace;
import dev.squeeze.Invocation;
import dev.squeeze.ResultSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a broker's log cleaner does to batches. */
@Tag("live")
@Timeout(150)
class DoctorCompactionTest {
    /** The cleaner looks for work every 15 s. */
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(90);

    @RegisterExtension
    static final BrokerForTests broker = new BrokerForTests();

    @Test
    void batchesThatTheCleanerThinnedOutAreFoundAndTakenForNobodysShallowBatches() throws Exception {
        FilledTopics topics = new FilledTopics(broker);
        String[] eager = {
            "cleanup.policy=compact", "segment.ms=100", "min.cleanable.dirty.ratio=0.01", "max.compaction.lag.ms=1000"
        };
        Pace pace = new Pace(60, 40, 0.1, 4);
        topics.create("churned", 1, eager);
        topics.write("kept", "zstd", pace, true, topics::json, "cleanup.policy=compact");
        try (KafkaProducer<byte[], byte[]> producer = topics.producer("zstd")) {
            for (int batch = 0; batch < pace.batches(); batch++) {
                // Every other key is written repeatedly, so that batches lose records but do not become empty.
                topics.batch(producer, "churned", batch, pace, number -> number % 2 == 0 ? 0 : number, topics::json);
                TimeUnit.MILLISECONDS.sleep(10);
            }
            TimeUnit.MILLISECONDS.sleep(200);
            topics.batch(producer, "churned", pace.batches(), new Pace(1, 1, 0, 4), true, topics::json);
        }
        awaitCleaner();
        DoctorFindings found = awaitHoles();

        assertThat(found.checks("churned")).containsExactly("compaction-churn");
        assertThat(found.severity("compaction-churn", "churned")).isEqualTo("note");
        assertThat(found.fix("compaction-churn", "churned")).contains("min.compaction.lag.ms=3600000");
        assertThat(found.checks("kept")).isEmpty();
        theRateIsThatOfAllRecordsThatWereSent(pace);
    }

    /** Regardless of what is left, every record has crossed the network. */
    private static void theRateIsThatOfAllRecordsThatWereSent(Pace pace) {
        Invocation run = Invocation.of(
                        "advise",
                        "topic:churned",
                        "--bootstrap-server",
                        broker.address(),
                        "--budget",
                        "300ms",
                        "--codecs",
                        "zstd:3",
                        "--details",
                        "--json")
                .expectDone();
        JsonNode workload = ResultSchema.parse(run.out()).get("workload");

        assertThat(workload.get("recordsPerSecond").asDouble())
                .isCloseTo(1_000 * pace.recordsPerBatch() / pace.millisBetweenBatches(), Percentage.withPercentage(5));
        assertThat(workload.get("keptShare").asDouble()).isBetween(0.4, 0.6);
        assertThat(run.out()).contains("compaction has removed");
    }

    /**
     * Waits until the broker records the cleaner's progress in that topic, which is much cheaper than running doctor
     * every second.
     */
    private static void awaitCleaner() throws Exception {
        Path cleaned = broker.partitionFolder("churned", 0).resolveSibling("cleaner-offset-checkpoint");
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (System.nanoTime() < deadline
                && !(Files.exists(cleaned) && Files.readString(cleaned).contains("churned 0 "))) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static DoctorFindings awaitHoles() throws InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (true) {
            Invocation run = Invocation.of(
                    List.of("doctor", "--json", "--fail-on", "none", "--bootstrap-server", broker.address())
                            .toArray(String[]::new));
            DoctorFindings found = DoctorFindings.of(run);
            if (!found.checks("churned").isEmpty() || System.nanoTime() > deadline) {
                return found;
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }
}
