package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.workload.WorkloadFixtures;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Handwritten results of {@code squeeze doctor}. */
public final class DoctorFixtures {
    private DoctorFixtures() {}

    /** Findings of each severity, an idle topic, one that the user may not read, and racks. */
    public static DoctorResult ill() {
        List<Finding> findings = List.of(
                finding(Check.RAW_TOPIC, Severity.SERIOUS, "orders", Optional.of(worth(412.5, 20, 5_500, -0.0835))),
                finding(Check.NO_LINGER, Severity.SERIOUS, "orders", Optional.of(worth(450, 60, -0.3, 0.002))),
                finding(Check.BROKER_RECOMPRESSES, Severity.WARNING, "clicks", Optional.of(cores(31.25, 0.524))),
                finding(Check.CROSS_ZONE_READS, Severity.WARNING, "", Optional.of(cores(25, 0))),
                finding(Check.OLD_CODEC, Severity.NOTE, "clicks", Optional.empty()));
        return result(
                findings,
                List.of(
                        new SkippedCheck(
                                List.of(Check.RAW_TOPIC, Check.GZIP), List.of("hidden"), "no permission; grant Read"),
                        new SkippedCheck(
                                List.of(Check.CROSS_ZONE_READS),
                                List.of(),
                                "it needs DESCRIBE_CONFIGS on the cluster")),
                List.of("a", "b"),
                Optional.of(Severity.SERIOUS),
                false);
    }

    /** So many notes that each is shortened, and a run that was interrupted. */
    public static DoctorResult manyNotes() {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            findings.add(finding(Check.INCOMPRESSIBLE, Severity.NOTE, "cipher-" + i, Optional.empty()));
        }
        return result(findings, List.of(), List.of(), Optional.empty(), true);
    }

    /** The same as {@link #ill}, with its findings by severity. */
    public static DoctorResult bySeverity() {
        return ill().groupedBy(Arrangement.SEVERITY);
    }

    public static DoctorResult healthy() {
        return result(List.of(), List.of(), List.of(), Optional.of(Severity.NOTE), false);
    }

    /** Two topics of which too few batches were read for most checks. */
    static DoctorResult fewBatches() {
        return result(
                List.of(finding(Check.RAW_TOPIC, Severity.NOTE, "orders", Optional.empty())),
                List.of(new SkippedCheck(
                        List.of(Check.SHALLOW_BATCHES, Check.GZIP),
                        List.of("fine", "orders"),
                        "only 4 batches were read: raise --sample")),
                List.of(),
                Optional.empty(),
                false);
    }

    private static DoctorResult result(
            List<Finding> findings,
            List<SkippedCheck> skipped,
            List<String> racks,
            Optional<Severity> failOn,
            boolean interrupted) {
        return new DoctorResult(
                MeasureFixtures.run("doctor", "--bootstrap-server", "kafka1:9092"),
                new DoctorResult.Examined(
                        "kafka1:9092",
                        3,
                        racks,
                        true,
                        3,
                        racks.isEmpty(),
                        2,
                        Optional.of(
                                List.of("--consumer-groups 2: the cluster shows no group with offsets on the topic"))),
                PriceList.read("aws"),
                Thresholds.parse(List.of("raw-fraction=0.7")).inForce(),
                List.of(unread("hidden"), topic("orders", false), topic("clicks", true), topic("fine", false)),
                new Diagnosis(
                        findings,
                        List.of(new GainlessCheck(Check.GZIP, List.of("fine"))),
                        skipped,
                        List.of("Can every consumer of orders read zstd?")),
                failOn,
                interrupted,
                TopicFindings.priced(findings).isEmpty()
                        ? List.of()
                        : List.of("squeeze advise topic:orders --bootstrap-server kafka1:9092 --command-config"
                                + " client.properties --prices aws --consumer-groups 2"));
    }

    private static TopicSummary topic(String name, boolean idle) {
        return new TopicSummary(
                name,
                12,
                3,
                Optional.empty(),
                false,
                4_096,
                81_920,
                3_145_728,
                OptionalDouble.of(2_048),
                OptionalDouble.of(4.25),
                Optional.of(Duration.ofDays(7)),
                idle,
                OptionalDouble.of(1_024),
                Optional.of(WorkloadFixtures.learned()));
    }

    private static TopicSummary unread(String name) {
        return new TopicSummary(
                name,
                1,
                3,
                Optional.of("no permission; grant Read"),
                false,
                0,
                0,
                0,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                false,
                OptionalDouble.empty(),
                Optional.empty());
    }

    static Finding finding(Check check, Severity severity, String topic, Optional<EstimatedSaving> worth) {
        return new Finding(
                check,
                severity,
                topic.isEmpty() ? Optional.empty() : Optional.of(topic),
                "97 % of the recent bytes are as they should not be, in batches of 9.5 records; zstd reduces them to"
                        + " 25 % (24 % to 26 %)",
                "network, zone traffic, disks and page cache carry every byte in full",
                List.of(
                        "compression.type=zstd    # on every producer of the topic",
                        "# then on the topic:",
                        "kafka-configs.sh --alter --entity-name " + topic + " \\",
                        "    --add-config compression.type=producer"),
                worth,
                new Confidence(Confidence.Level.LIKELY, "by the batches that were read"),
                check.source());
    }

    private static EstimatedSaving worth(double money, double halfWidth, double gigabytes, double cores) {
        return new EstimatedSaving(
                ConfidenceInterval.around(gigabytes, Math.abs(gigabytes) / 10, 32),
                ConfidenceInterval.around(gigabytes / 4, Math.abs(gigabytes) / 40, 32),
                cores,
                ConfidenceInterval.around(money, halfWidth, 32));
    }

    private static EstimatedSaving cores(double money, double cores) {
        ConfidenceInterval none = ConfidenceInterval.exact(0, 1);
        return new EstimatedSaving(none, none, cores, new ConfidenceInterval(money, money / 2, money * 2, 1, false));
    }
}
