package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.ServiceInfo;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What a reader of a live run must know, the uncertain above all. */
public final class BenchNotes {
    /** An interval wider than this is worth a word. */
    private static final double WIDE = 0.05;
    /** A change from the first third of the rounds to the last that is worth a word. */
    private static final double DRIFT = 0.08;

    /** A share of the cores in other hands that is worth a word. */
    private static final double DISTURBED = 0.1;

    /** Less of its rate than this, and an open loop is behind. */
    private static final double KEPT_UP = 0.99;

    /** A share of the time in other machines' hands that is worth a word. */
    private static final double STOLEN = 0.05;

    private static final int LEAST_FOR_DRIFT = 6;
    /** A budget is met to within a trial. */
    private static final double OVERRUN = 1.1;

    /** A share of the cores with which the sender itself may be the limit. */
    private static final double CLIENT_LIMIT = 0.4;

    private static final double GIGABYTE = 1e9;

    private BenchNotes() {}

    /** The notes of a run. */
    public static List<String> of(
            SourceInfo source, ClusterInfo cluster, BenchPlanInfo plan, List<ArmInfo> arms, int cores) {
        List<String> notes = new ArrayList<>();
        source.notices().stream().map(ReadNotice::message).forEach(notes::add);
        if (plan.interrupted()) {
            notes.add("The run was interrupted: this is what was measured until then.");
        }
        budget(plan, arms, notes);
        plan.failure().ifPresent(reason -> notes.add("The run ended early: " + reason));
        if (plan.mode().equals("raw")) {
            notes.add(
                    "No producer ran: records/s is what the brokers take of ready-made batches, and application CPU is that"
                            + " of handing them over. The time in send() and to acknowledgement is of batches.");
        }
        cluster.service().ifPresent(service -> service(service, cores, arms, notes));
        if (cluster.embedded()) {
            notes.add(String.format(
                    Locale.ROOT,
                    "Clients and brokers share this machine's %d cores, so records/s is what they reach together; CPU per GB"
                            + " and ratio carry over to other machines, throughput does not.",
                    cores));
        } else if (cluster.brokerUsage().equals("not visible")
                && cluster.service().isEmpty()) {
            notes.add("What the brokers spent is not visible from here: give their JMX addresses with --jmx.");
        }
        List<ArmInfo> valid = arms.stream().filter(ArmInfo::valid).toList();
        disturbed(cluster, valid, cores, notes);
        missedRate(valid, notes);
        unmatched(valid, notes);
        settled(valid, notes);
        wide(valid, notes);
        drift(valid, notes);
        for (ArmInfo arm : valid) {
            if (arm.recompressedRecords() > 0) {
                notes.add(String.format(
                        Locale.ROOT,
                        "%s: the brokers compressed %,d records anew, since the topic's compression.type is another than"
                                + " the producer's; with compression.type=producer on the topic they would not.",
                        arm.label(),
                        arm.recompressedRecords()));
            }
        }
        return notes;
    }

    private static void service(ServiceInfo service, int cores, List<ArmInfo> arms, List<String> notes) {
        if (service.own()) {
            notes.add(
                    "Requests come over " + service.connections() + " connections, so records reach the log in another"
                            + " order than the source's: what the log holds was compared as a whole, each record once, whatever"
                            + " their order.");
            if (service.acknowledge().orElse("").equals("queued")) {
                notes.add(
                        "The gateway answers once a record is in its queue: the time to acknowledgement is that to 202;"
                                + " records/s is what the broker acknowledged.");
            }
        } else {
            notes.add(
                    "Of this service only the answers are seen: its brokers, its batches, its CPU and what became of the"
                            + " records after the answer are not known, and nothing was read back.");
        }
        for (ArmInfo arm : arms) {
            if (arm.refusedByStatus().isPresent()) {
                notes.add(arm.label() + ": the service refused requests, by status: "
                        + arm.refusedByStatus().get().entrySet().stream()
                                .map(status ->
                                        String.format(Locale.ROOT, "%,d with %s", status.getValue(), status.getKey()))
                                .collect(Collectors.joining(", "))
                        + ". They were not sent again.");
            }
            client(arm, cores, notes);
        }
    }

    /** The sender shares this machine with what it measures, or is all that runs on it. */
    private static void client(ArmInfo arm, int cores, List<String> notes) {
        ArmInfo.MetricInfo cpu = arm.metrics().get(Metric.CLIENT_CPU.key());
        ArmInfo.MetricInfo rate = arm.metrics().get(Metric.PAYLOAD_MIB_PER_SECOND.key());
        if (cpu == null || rate == null) {
            return;
        }
        double used = cpu.estimate() * rate.estimate() * ByteCount.MIB / GIGABYTE;
        if (used > CLIENT_LIMIT * cores) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%s: the client that sent used %.1f of this machine's %d cores, so it may be what limited: the service"
                            + " may take more. Send from another machine with --target, or at a lower --rate.",
                    arm.label(),
                    used,
                    cores));
        }
    }

    private static void budget(BenchPlanInfo plan, List<ArmInfo> arms, List<String> notes) {
        double budget = plan.budgetSeconds().orElse(Double.POSITIVE_INFINITY);
        if (plan.rounds() > 0
                && plan.rounds() <= ExperimentPlan.LEAST_ROUNDS
                && plan.measuringSeconds() > OVERRUN * budget) {
            notes.add(String.format(
                    Locale.ROOT,
                    "Warming up and measuring took %,.0f s, more than the budget of %,.0f s: so long are %d rounds of %d arms.",
                    plan.measuringSeconds(),
                    budget,
                    plan.rounds(),
                    arms.size()));
        }
    }

    private static void disturbed(ClusterInfo cluster, List<ArmInfo> arms, int cores, List<String> notes) {
        double stolen = average(arms, Metric.STOLEN);
        if (stolen > STOLEN) {
            notes.add(String.format(
                    Locale.ROOT,
                    "The host gave %.0f %% of the processor time that this machine wanted to other machines: throughput and"
                            + " latency suffered, and no setting here can help. Run it again at another time.",
                    100 * stolen));
        }
        double others = average(arms, Metric.OTHER_PROGRAMS);
        // Of a cluster that is not ours, brokers on this machine would count as others.
        if (cluster.embedded() && others > DISTURBED * cores) {
            notes.add(String.format(
                    Locale.ROOT,
                    "Other programs used %.1f of this machine's %d cores meanwhile: throughput and latency suffered, and CPU"
                            + " per GB with them; the ratio did not. Run it again on a quiet machine.",
                    others,
                    cores));
        }
    }

    private static void missedRate(List<ArmInfo> arms, List<String> notes) {
        for (ArmInfo arm : arms) {
            ArmInfo.MetricInfo reached = arm.metrics().get(Metric.RECORDS_PER_SECOND.key());
            OptionalDouble wanted = arm.settings().rateRecordsPerSecond();
            if (reached != null && wanted.isPresent() && reached.estimate() < KEPT_UP * wanted.getAsDouble()) {
                notes.add(String.format(
                        Locale.ROOT,
                        "%s did not keep up: %,.0f of %,.0f records/s were acknowledged. Its latency is that of an overloaded"
                                + " system, and records that were never handed over count in it with the time they had waited.",
                        arm.label(),
                        reached.estimate(),
                        wanted.getAsDouble()));
            }
        }
    }

    private static void unmatched(List<ArmInfo> arms, List<String> notes) {
        for (ArmInfo arm : arms) {
            ArmInfo.MetricInfo lost = arm.metrics().get(Metric.E2E_UNMATCHED.key());
            if (lost != null && lost.estimate() > 0) {
                notes.add(String.format(
                        Locale.ROOT,
                        "%s: the consumer fell so far behind that at least %,.0f records a round are missing from the end to"
                                + " end latency, the slowest ones.",
                        arm.label(),
                        lost.estimate()));
            }
        }
    }

    private static double average(List<ArmInfo> arms, Metric metric) {
        return arms.stream()
                .filter(arm -> arm.metrics().containsKey(metric.key()))
                .mapToDouble(arm -> arm.metrics().get(metric.key()).estimate())
                .average()
                .orElse(0);
    }

    private static void settled(List<ArmInfo> arms, List<String> notes) {
        List<String> restless = arms.stream()
                .filter(arm -> !arm.warmUp().settled() && arm.warmUp().seconds() > 0)
                .map(ArmInfo::label)
                .toList();
        if (!restless.isEmpty()) {
            notes.add("Throughput or CPU still moved when the warm-up had to end ("
                    + (restless.size() == arms.size() && arms.size() > 1 ? "in every arm" : String.join("; ", restless))
                    + "). The rounds meet all arms alike, so comparisons hold; single figures may still fall or rise.");
        }
    }

    private static void wide(List<ArmInfo> arms, List<String> notes) {
        List<String> wide = new ArrayList<>();
        for (Metric metric :
                List.of(Metric.RECORDS_PER_SECOND, Metric.PRODUCER_CPU, Metric.SERVICE_CPU, Metric.BROKER_CPU)) {
            DoubleSummaryStatistics widths = arms.stream()
                    .map(arm -> arm.metrics().get(metric.key()))
                    .filter(Objects::nonNull)
                    .mapToDouble(figure -> figure.relativeHalfWidth().orElse(0))
                    .filter(width -> width > WIDE)
                    .summaryStatistics();
            if (widths.getCount() > 0) {
                wide.add(String.format(
                        Locale.ROOT,
                        "%s in %s (up to %s)",
                        metric.title(),
                        widths.getCount() == arms.size()
                                ? "every arm"
                                : widths.getCount() + " of " + arms.size() + " arms",
                        Figures.percent(widths.getMax())));
            }
        }
        if (!wide.isEmpty()) {
            notes.add("Not known to within 5 %: " + String.join(", ", wide)
                    + ". More --rounds or a larger --budget narrow it.");
        }
    }

    private static void drift(List<ArmInfo> arms, List<String> notes) {
        List<String> drifting = new ArrayList<>();
        for (ArmInfo arm : arms) {
            ArmInfo.MetricInfo figure = arm.metrics().get(Metric.RECORDS_PER_SECOND.key());
            boolean given = arm.settings().rateRecordsPerSecond().isPresent();
            if (figure != null && !given && figure.rounds().size() >= LEAST_FOR_DRIFT) {
                int third = figure.rounds().size() / 3;
                double change =
                        mean(figure.rounds(), figure.rounds().size() - third, third) / mean(figure.rounds(), 0, third);
                if (Math.abs(change - 1) > DRIFT) {
                    drifting.add(String.format(Locale.ROOT, "%s %+.0f %%", arm.label(), 100 * (change - 1)));
                }
            }
        }
        if (!drifting.isEmpty()) {
            notes.add("records/s changed from the first third of the rounds to the last: " + String.join(", ", drifting)
                    + ". The JVMs were still warming up, or the machine was not ours alone.");
        }
    }

    private static double mean(List<Double> values, int from, int count) {
        return values.subList(from, from + count).stream()
                .mapToDouble(value -> value)
                .average()
                .orElse(0);
    }
}
