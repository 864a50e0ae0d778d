package dev.squeeze.engine.workers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SlotTest {
    private static final WorkKind TOO_LARGE = new WorkKind() {
        @Override
        public String name() {
            return "large";
        }

        @Override
        public Work open(JsonNode task, WorkPlace place) {
            throw new OutOfMemoryError("Java heap space");
        }
    };

    private final BlockingQueue<String> reports = new ArrayBlockingQueue<>(10);

    private Slot slot(StandstillWatch standstills) {
        RemoteCluster cluster = new RemoteCluster("localhost:9092", Map.of());
        WorkerPlan plan = new WorkerPlan(
                cluster,
                cluster,
                Optional.empty(),
                new ControlTopics("lab"),
                WorkerIdentity.own(),
                Optional.empty(),
                Duration.ofSeconds(1));
        return new Slot(
                "run",
                0,
                0,
                plan,
                Map.of("large", TOO_LARGE),
                standstills,
                (reporting, type, work, body) -> reports.add(type + " " + body));
    }

    @Test
    void workThatDoesNotFitIntoTheHeapIsReportedAsFailed() throws InterruptedException {
        try (StandstillWatch standstills = new StandstillWatch();
                Slot slot = slot(standstills)) {
            slot.open(1, JsonNodeFactory.instance.objectNode().put("kind", "large"));

            assertThat(reports.poll(10, TimeUnit.SECONDS)).startsWith("FAILED").contains("out of memory");
        }
    }

    @Test
    void whatTheCoordinatorHasNotHeardIsSaidAgain() throws InterruptedException {
        long later = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
        try (StandstillWatch standstills = new StandstillWatch();
                Slot slot = slot(standstills)) {
            slot.join(System.nanoTime());
            assertThat(reports.poll()).startsWith("JOINED");
            assertThat(slot.isUnheard(System.nanoTime())).isFalse();
            assertThat(slot.isUnheard(later)).as("nobody pings it").isTrue();
            slot.open(1, JsonNodeFactory.instance.objectNode().put("kind", "large"));
            assertThat(reports.poll(10, TimeUnit.SECONDS)).startsWith("FAILED");

            slot.pinged(ControlMessage.emptyBody().put(ControlMessage.CONFIRMED, 0), later);
            assertThat(reports.poll()).as("it was lost").startsWith("FAILED");
            assertThat(slot.isUnheard(later)).isFalse();
            slot.pinged(ControlMessage.emptyBody().put(ControlMessage.CONFIRMED, 1), later);
            slot.pinged(ControlMessage.emptyBody().put(ControlMessage.CONFIRMED, 1), 2 * later);
            assertThat(reports).isEmpty();
        }
    }
}
