package dev.squeeze.feature.bench;

import static dev.squeeze.feature.bench.BenchFixtures.arm;
import static dev.squeeze.feature.bench.BenchFixtures.plan;

import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.document.BrokerUsage;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.document.WorkersInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A hand-made result of {@code squeeze bench --workers}. */
public final class WorkerFixtures {
    private WorkerFixtures() {}

    /** Sent by two workers, one of which was paused once and is slower. */
    public static BenchResult byWorkers() {
        List<ArmInfo> arms = List.of(arm("zstd:3", Map.of("compression.type", "zstd"), 1, 0.03, List.of()));
        BenchPlanInfo plan = plan(Optional.empty(), Optional.empty(), "bench", 3, 0);
        ClusterInfo cluster = new ClusterInfo(
                        false,
                        OptionalInt.empty(),
                        Optional.of("kafka1:9093"),
                        OptionalLong.empty(),
                        BrokerUsage.NOT_VISIBLE)
                .sentToBy(new WorkersInfo(
                        "lab",
                        Optional.of("control:9092"),
                        List.of(
                                workerMember("load-1-4711-x3f", -12.34, 0.41),
                                workerMember("load-2-815-b07", 3.2, 1.75)),
                        List.of(
                                workerShare("load-1-4711-x3f", 401_000, OptionalDouble.of(0.62), 0),
                                workerShare("load-2-815-b07", 211_345.6, OptionalDouble.empty(), 240)),
                        List.of("worker load-2-815-b07 was paused for 3.1 s; the trial was repeated")));
        return new BenchResult(
                MeasureFixtures.run("bench", "events.jsonl", "--bootstrap-server", "kafka1:9093", "--workers", "2"),
                MeasureFixtures.keyedSource(),
                cluster,
                plan,
                arms,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                BenchNotes.of(MeasureFixtures.keyedSource(), cluster, plan, arms, List.of(), 8),
                Optional.empty());
    }

    private static WorkersInfo.Member workerMember(String name, double offsetMillis, double errorMillis) {
        return new WorkersInfo.Member(
                name,
                "1.0.0",
                "4.4.0",
                "OpenJDK 64-Bit Server VM 21.0.4+7",
                "Linux 6.8 amd64",
                "AMD EPYC 7763",
                8,
                33_285_996_544L,
                offsetMillis,
                errorMillis);
    }

    private static WorkersInfo.ArmShare workerShare(
            String worker, double recordsPerSecond, OptionalDouble busy, double standstillMillis) {
        return new WorkersInfo.ArmShare(
                "zstd:3",
                worker,
                2,
                3,
                recordsPerSecond,
                7.123,
                0.456,
                1.9,
                busy.isPresent() ? OptionalDouble.of(3.25) : OptionalDouble.empty(),
                busy.isPresent() ? OptionalDouble.of(8.5) : OptionalDouble.empty(),
                OptionalDouble.of(12.5),
                busy,
                busy,
                standstillMillis);
    }
}
