package dev.squeeze.feature.published;

import dev.squeeze.feature.copy.CopyFixtures;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.feature.recompress.RecompressFixtures;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Hand-made results of published experiments, judged by the same rules as real ones. */
public final class ExperimentFixtures {
    private ExperimentFixtures() {}

    /** Every kind of figure and finding, with a copy, a filled topic and a failed stage. */
    public static ExperimentResult complete() {
        List<PublishedFigure> figures = List.of(
                new PublishedFigure(
                        "broker",
                        "broker CPU, zstd (told without a figure)",
                        1,
                        "x",
                        Optional.of("broker-none"),
                        Optional.of(Holding.Bound.AT_LEAST),
                        Optional.of(new PublishedFigure.Place("copies", "zstd:3", "broker-cpu-per-million"))),
                figure(
                        "none-cpu",
                        "CPU, none",
                        8.06,
                        "s",
                        Optional.empty(),
                        "copies",
                        "none",
                        "client-cpu-per-million"),
                figure(
                        "zstd-cpu",
                        "CPU, zstd",
                        20.2,
                        "s",
                        Optional.of("none-cpu"),
                        "copies",
                        "zstd",
                        "client-cpu-per-million"),
                figure(
                        "gzip-cpu",
                        "CPU, gzip",
                        81.7,
                        "s",
                        Optional.of("none-cpu"),
                        "copies",
                        "gzip",
                        "client-cpu-per-million"),
                new PublishedFigure(
                        "ratio",
                        "ratio, zstd",
                        4.5,
                        "x",
                        Optional.empty(),
                        Optional.of(Holding.Bound.AT_LEAST),
                        Optional.of(new PublishedFigure.Place("copies", "zstd:3", "ratio"))),
                figure(
                        "broker-none",
                        "broker CPU, none",
                        1,
                        "x",
                        Optional.empty(),
                        "copies",
                        "none",
                        "broker-cpu-per-million"),
                new PublishedFigure(
                        "told",
                        "share of the link",
                        50,
                        "%",
                        Optional.empty(),
                        Optional.of(Holding.Bound.AT_MOST),
                        Optional.empty()));
        List<StageInfo> stages = List.of(
                new StageInfo(
                        "topic",
                        "A topic to copy",
                        "fill",
                        List.of("squeeze", "fill", "--topic=squeeze-x-raw", "--", "sample:access-log"),
                        StageOutcome.DONE,
                        3.5,
                        Optional.empty(),
                        List.of("created topic squeeze-x-raw with 3 partitions"),
                        Optional.empty()),
                new StageInfo(
                        "copies",
                        "The same topic in each codec",
                        "copy",
                        List.of("squeeze", "copy", "--codecs=none,zstd:3", "--", "squeeze-x-raw"),
                        StageOutcome.THRESHOLD_MISSED,
                        41.5,
                        Optional.empty(),
                        List.of(),
                        Optional.of(CopyFixtures.compared())),
                new StageInfo(
                        "rewritten",
                        "Segments rewritten",
                        "recompress",
                        List.of("squeeze", "recompress", "/data"),
                        StageOutcome.FAILED,
                        0.2,
                        Optional.of("there is no folder /data"),
                        List.of(),
                        Optional.empty()));
        return result(figures, findings(), stages, false);
    }

    private static List<PublishedFinding> findings() {
        return List.of(
                new PublishedFinding(
                        "costs", "zstd costs more CPU.", "zstd-cpu", false, Optional.of("zstd has become faster")),
                new PublishedFinding("gzip", "gzip costs ten times the CPU.", "gzip-cpu", false, Optional.empty()),
                new PublishedFinding("ratio", "zstd reaches 4.5.", "ratio", false, Optional.empty()),
                new PublishedFinding("broker", "zstd makes brokers work more.", "broker", false, Optional.empty()),
                new PublishedFinding("link", "Half of the link is enough.", "told", false, Optional.empty()));
    }

    /** Interrupted by the user in the first stage, without a published report. */
    public static ExperimentResult interrupted() {
        return result(
                List.of(),
                List.of(),
                List.of(
                        new StageInfo(
                                "segments",
                                "Segments rewritten",
                                "recompress",
                                List.of("squeeze", "recompress", "/data"),
                                StageOutcome.INTERRUPTED,
                                12.25,
                                Optional.empty(),
                                List.of(),
                                Optional.of(RecompressFixtures.interrupted())),
                        new StageInfo(
                                "later",
                                "Offline",
                                "measure",
                                List.of(),
                                StageOutcome.NOT_RUN,
                                0,
                                Optional.empty(),
                                List.of(),
                                Optional.empty())),
                true);
    }

    private static ExperimentResult result(
            List<PublishedFigure> figures, List<PublishedFinding> findings, List<StageInfo> stages, boolean partly) {
        PublishedComparison comparison = new PublishedComparison(figures, stages);
        return new ExperimentResult(
                MeasureFixtures.run("run", partly ? "own.yaml" : "cloudflare-2018"),
                partly
                        ? new ExperimentResult.ExperimentInfo(
                                "own.yaml", Optional.empty(), Optional.empty(), Optional.empty())
                        : new ExperimentResult.ExperimentInfo(
                                "A topic in each codec",
                                Optional.of("One topic, copied."),
                                Optional.of(new ExperimentResult.PublishedIn(
                                        "Squeezing the firehose",
                                        OptionalInt.of(2018),
                                        Optional.of("https://example.org/a"))),
                                Optional.of("an access log, since theirs were requests too")),
                partly ? 0.25 : 1,
                partly ? Optional.empty() : Optional.of("sample:access-log"),
                partly,
                comparison.published(),
                comparison.findings(findings),
                stages);
    }

    private static PublishedFigure figure(
            String id,
            String label,
            double value,
            String unit,
            Optional<String> relativeTo,
            String stage,
            String arm,
            String metric) {
        return new PublishedFigure(
                id,
                label,
                value,
                unit,
                relativeTo,
                Optional.empty(),
                Optional.of(new PublishedFigure.Place(stage, arm, metric)));
    }
}
