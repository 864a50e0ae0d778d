package dev.squeeze.feature.bench;

import static dev.squeeze.feature.bench.BenchFixtures.FIGURES;
import static dev.squeeze.feature.bench.BenchFixtures.plan;
import static dev.squeeze.feature.bench.BenchFixtures.settings;

import dev.squeeze.engine.experiment.LimitingFactor;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.document.BrokerUsage;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.document.ServiceInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A hand-made result of {@code squeeze bench --find-max}. */
public final class SearchFixtures {
    private SearchFixtures() {}

    /** Three searches: complete, ended early, and failed. */
    public static BenchResult searches() {
        ArmInfo.SettingsInfo settings = settings(Map.of("compression.type", "lz4"), OptionalDouble.empty());
        BenchPlanInfo plan = plan(Optional.empty(), Optional.empty(), "find-max", 0, 0);
        ClusterInfo cluster = new ClusterInfo(
                        true, OptionalInt.of(1), Optional.empty(), OptionalLong.of(536_870_912L), BrokerUsage.PROCESS)
                .behind(new ServiceInfo(
                        true,
                        Optional.of("http://127.0.0.1:8080/topics/events"),
                        48,
                        Optional.of("queued"),
                        OptionalInt.of(1_000),
                        OptionalLong.of(536_870_912L)));
        return new BenchResult(
                MeasureFixtures.run("bench", "events.jsonl", "--codecs", "lz4,gzip,zstd", "--find-max"),
                MeasureFixtures.keyedSource(),
                cluster,
                plan,
                List.of(),
                List.of(),
                List.of(),
                List.of(found(settings), endedEarly(settings), failedSearch(settings)),
                List.of(),
                List.of(),
                BenchNotes.of(MeasureFixtures.keyedSource(), cluster, plan, List.of(), List.of(), 8),
                Optional.empty());
    }

    private static SearchInfo found(ArmInfo.SettingsInfo settings) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        FIGURES.forEach((metric, value) -> metrics.put(metric.key(), value));
        return new SearchInfo(
                "lz4",
                settings,
                681_402.2,
                OptionalDouble.of(613_262),
                OptionalDouble.of(642_900.4),
                true,
                Optional.of(new SearchInfo.LimitInfo(
                        LimitingFactor.Part.APPLICATION_THREAD.words(),
                        "the application thread ran 97 % of the time",
                        List.of(
                                "application threads (1): running 97 % of the time",
                                "producers' network threads (1): running 41 % of the time",
                                "client and brokers together: 3.41 of this machine's 8 cores"))),
                metrics,
                List.of(
                        step(642_900.4, false, Optional.of("achieved 630,112 records/s, 2.0 % less than intended")),
                        step(
                                642_900.4,
                                false,
                                Optional.of("the backlog grew by 9,120 records per second (8,001 to 10,240)")),
                        step(613_262, false, Optional.empty()),
                        step(613_262, true, Optional.empty())),
                List.of());
    }

    private static SearchInfo endedEarly(ArmInfo.SettingsInfo settings) {
        return new SearchInfo(
                "gzip:6",
                settings,
                101_000,
                OptionalDouble.of(90_900),
                OptionalDouble.empty(),
                false,
                Optional.empty(),
                Map.of(),
                List.of(step(90_900, false, Optional.empty())),
                List.of());
    }

    private static SearchInfo failedSearch(ArmInfo.SettingsInfo settings) {
        return new SearchInfo(
                "zstd:3",
                settings,
                500_000,
                OptionalDouble.of(450_000),
                OptionalDouble.of(475_000),
                false,
                Optional.empty(),
                Map.of(),
                List.of(),
                List.of("the broker 1 ended with exit code 137"));
    }

    private static SearchInfo.StepInfo step(double rate, boolean confirming, Optional<String> reason) {
        return new SearchInfo.StepInfo(rate, confirming, reason.isEmpty(), reason);
    }
}
