package dev.squeeze.feature.fill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.format.BatchRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Fills a topic with real records, one codec after the other. */
@Tag("live")
@Timeout(120)
class FillCommandTest {
    @RegisterExtension
    static final BrokerForTests BROKER = BrokerForTests.shared();

    @Test
    void eachCodecWritesItsRecordsAndTheTopicStaysUnderAPrefixOfOurs() throws Exception {
        Invocation filled = fill(
                "--topic", "orders", "--codecs", "none,snappy,zstd:3", "--num-records", "500", "--partitions", "2");
        Invocation inspected =
                Invocation.of("inspect", "topic:squeeze-orders", "--bootstrap-server", BROKER.address(), "--json");
        JsonNode profile = inspected.document().get("profile");

        assertThat(filled.code()).as(filled.err()).isEqualTo(ExitCode.DONE);
        assertThat(filled.out().lines().toList()).hasSize(4).anyMatch(line -> line.startsWith("snappy: 500 records, "));
        assertThat(BROKER.topics()).contains("squeeze-orders");
        assertThat(profile.get("records").asInt()).isEqualTo(1_500);
        assertThat(profile.get("partitionCount").asInt()).isEqualTo(2);
        assertThat(profile.get("codecs"))
                .allSatisfy(codec -> assertThat(codec.get("records").asInt()).isEqualTo(500))
                .extracting(codec -> codec.get("codec").asText())
                .containsExactlyInAnyOrder("none", "snappy", "zstd");
    }

    @Test
    void whatExistsIsLeftAlone() {
        fill("--topic", "squeeze-taken", "--num-records", "10");

        fill("--topic", "taken", "--num-records", "10").expectRefusal(ExitCode.FAILED, "squeeze-taken", "already");
    }

    @Test
    void aLongLingerIsNoMistake() {
        Invocation filled = fill("--topic", "patient", "--linger", "90s", "--num-records", "10");

        assertThat(filled.code()).as(filled.err()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void mistakesAreToldBeforeAnythingIsMade() throws Exception {
        fill("--num-records", "10").expectRefusal(ExitCode.USAGE, "--topic");
        fill("--topic", "a", "--num-records", "10", "--duration", "1s")
                .expectRefusal(ExitCode.USAGE, "--num-records", "--duration");
        fill("--topic", "a", "--codecs", "brotli").expectRefusal(ExitCode.USAGE, "unknown codec 'brotli'");
        fill("--topic", "a", "--producer-property", "x.y=1").expectRefusal(ExitCode.USAGE, "'x.y'");
        Invocation.of("fill", "--topic", "a", "sample:access-log").expectRefusal(ExitCode.USAGE, "--bootstrap-server");
        assertThat(BROKER.topics()).doesNotContain("squeeze-a");
    }

    @Test
    void whatIsStoppedAtALowRateSendsNoMore() {
        long beginNanos = System.nanoTime();
        FillPlan plan = new FillPlan(
                FillPlan.Phase.ofCodecs(List.of("none"), Map.of()),
                OptionalLong.empty(),
                Optional.of(Duration.ofSeconds(60)),
                OptionalDouble.of(10),
                Duration.ofSeconds(30));
        List<Double> progress = new ArrayList<>();

        FilledTopic filled = new FillJob(
                        new LiveCluster(new RemoteCluster(BROKER.address(), Map.of()), Optional.empty(), () -> {}),
                        new TopicSpec("stopped", 1, 1, Map.of()),
                        () -> System.nanoTime() - beginNanos > TimeUnit.SECONDS.toNanos(3),
                        (phase, done) -> progress.add(done))
                .run(Payload.of(List.of(new BatchRecord(null, new byte[100], BatchRecord.NO_HEADERS, 0))), plan);

        assertThat(filled.phases().get(0).records()).isBetween(1L, 31L);
        assertThat(progress).hasSizeGreaterThan(5);
    }

    private static Invocation fill(String... flags) {
        String[] words = new String[flags.length + 4];
        words[0] = "fill";
        words[1] = "sample:access-log";
        words[2] = "--bootstrap-server";
        words[3] = BROKER.address();
        System.arraycopy(flags, 0, words, 4, flags.length);
        return Invocation.of(words);
    }
}
