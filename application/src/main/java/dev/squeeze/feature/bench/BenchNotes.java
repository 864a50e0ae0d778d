package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.MissedRate;
import dev.squeeze.feature.gateway.Acknowledge;
import dev.squeeze.kit.document.BrokerUsage;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.ServiceInfo;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Notes on a benchmark for its readers, mainly on what is uncertain. */
public final class BenchNotes {
    static final String INTERRUPTED = "The run was interrupted: this is what was measured until then.";

    /** A larger change from the first third of the rounds to the last is noted. */
    private static final double DRIFT = 0.08;

    /** A larger share of the cores used by other programs is noted. */
    private static final double DISTURBED = 0.1;

    /** A larger share of CPU steal time is noted. */
    private static final double STOLEN = 0.05;

    private static final int MIN_ROUNDS_FOR_DRIFT = 6;
    /** A run may exceed its budget by a trial. */
    private static final double OVERRUN = 1.1;

    /** If the sender uses a larger share of the cores, it may be the limit itself. */
    private static final double CLIENT_LIMIT = 0.4;

    private static final double GIGABYTE = 1e9;

    private BenchNotes() {}

    /**
     * The notes of a run.
     *
     * @param missed arms that did not keep up with their rates
     */
    public static List<String> of(
            SourceInfo source,
            ClusterInfo cluster,
            BenchPlanInfo plan,
            List<ArmInfo> arms,
            List<MissedRate> missed,
            int cores) {
        List<String> notes = new ArrayList<>();
        source.notices().stream().map(ReadNotice::message).forEach(notes::add);
        if (plan.interrupted()) {
            notes.add(INTERRUPTED);
        }
        arms.forEach(arm ->
                arm.interruptedAfterSeconds().ifPresent(seconds -> notes.add(interrupted(plan, arm.label(), seconds))));
        budget(plan, arms, notes);
        plan.failure().map(BenchNotes::endedEarly).ifPresent(notes::add);
        plan.aborted().map(BenchNotes::aborted).ifPresent(notes::add);
        if (plan.runs(BenchMode.RAW)) {
            notes.add(
                    "No producer ran: records/s is what the brokers accept in prepared batches, and application CPU is"
                            + " the cost of sending them. Time in send() and to acknowledgement is per batch.");
        }
        cluster.service().ifPresent(service -> service(service, cores, arms, notes));
        cluster.workers().map(WorkerRows::notes).ifPresent(notes::addAll);
        if (cluster.embedded()) {
            notes.add(say(
                    "Clients and brokers share this machine's %d cores, so records/s is what they reach together. CPU per GB"
                            + " and the ratio carry over to other machines; throughput does not.",
                    cores));
        } else if (cluster.brokerUsage() == BrokerUsage.NOT_VISIBLE
                && cluster.service().isEmpty()) {
            notes.add("The brokers' CPU is not visible from here: give their JMX addresses with --jmx.");
        }
        List<ArmInfo> valid = arms.stream().filter(ArmInfo::valid).toList();
        disturbed(cluster, valid, cores, notes);
        missed.stream().map(BenchNotes::missedRate).forEach(notes::add);
        unmatched(valid, notes);
        settled(valid, notes);
        drift(valid, notes);
        for (ArmInfo arm : valid) {
            if (arm.recompressedRecords() > 0) {
                notes.add(say(
                        "%s: the brokers recompressed %,d records, because the topic's compression.type differs from"
                                + " the producer's; compression.type=producer on the topic avoids that.",
                        arm.label(), arm.recompressedRecords()));
            }
        }
        return notes;
    }

    private static String interrupted(BenchPlanInfo plan, String arm, double seconds) {
        return say(
                "%s: its trial was interrupted after %,.1f of %,.1f measured seconds. Its figures cover that part only;"
                        + " records that had not been read back by then were not compared with those sent.",
                arm, seconds, plan.windowSeconds());
    }

    /** Why {@code --abort-unless} ended a run. */
    static String aborted(BenchPlanInfo.AbortInfo abort) {
        return say(
                "Ended %.0f s into round %d of %s: %s was missed for %d seconds in a row (%s in the last of them). The"
                        + " figures cover the time until then.",
                abort.seconds(),
                abort.round(),
                abort.arm(),
                abort.demand(),
                AbortRule.SECONDS,
                abort.value().isPresent()
                        ? "it was " + Figures.number(abort.value().getAsDouble())
                        : "nothing was acknowledged");
    }

    static String endedEarly(String reason) {
        return "The run ended early: " + reason;
    }

    private static void service(ServiceInfo service, int cores, List<ArmInfo> arms, List<String> notes) {
        if (service.own()) {
            notes.add("Requests arrive over " + service.connections()
                    + " connections, so the order of records in the log differs from the source: the log was compared"
                    + " as a whole, with each record expected once, in any order.");
            if (service.acknowledge().equals(Optional.of(Acknowledge.QUEUED.key()))) {
                notes.add(
                        "The gateway answers once a record is in its queue: time to acknowledgement is the time to its"
                                + " 202 response; records/s counts the records that the broker acknowledged.");
            }
        } else {
            notes.add("Only the responses of this service are visible: its brokers, batches and CPU are unknown, as is"
                    + " what happened to the records after the response, and nothing was read back.");
        }
        for (ArmInfo arm : arms) {
            if (arm.refusedByStatus().isPresent()) {
                notes.add(arm.label() + ": the service refused requests, by status: "
                        + arm.refusedByStatus().get().entrySet().stream()
                                .map(status -> say("%,d with %s", status.getValue(), status.getKey()))
                                .collect(Collectors.joining(", "))
                        + ". They were not retried.");
            }
            client(arm, cores, notes);
        }
    }

    /** Warns if the sender uses so much CPU of this machine that it may be the limit. */
    private static void client(ArmInfo arm, int cores, List<String> notes) {
        ArmInfo.MetricInfo cpu = arm.metrics().get(Metric.CLIENT_CPU.key());
        ArmInfo.MetricInfo rate = arm.metrics().get(Metric.PAYLOAD_MIB_PER_SECOND.key());
        if (cpu == null || rate == null) {
            return;
        }
        double used = cpu.estimate() * rate.estimate() * ByteCount.MIB / GIGABYTE;
        if (used > CLIENT_LIMIT * cores) {
            notes.add(say(
                    "%s: the sending client used %.1f of this machine's %d cores and may have been the limit: the service"
                            + " may handle more. Send from another machine with --target, or at a lower --rate.",
                    arm.label(), used, cores));
        }
    }

    private static void budget(BenchPlanInfo plan, List<ArmInfo> arms, List<String> notes) {
        double budget = plan.budgetSeconds().orElse(Double.POSITIVE_INFINITY);
        if (plan.rounds() > 0
                && plan.rounds() <= ExperimentPlan.MIN_ROUNDS
                && plan.measuringSeconds() > OVERRUN * budget) {
            notes.add(say(
                    "Warming up and measuring took %,.0f s, more than the budget of %,.0f s: the minimum is %s of %s.",
                    plan.measuringSeconds(), budget, count(plan.rounds(), "round"), count(arms.size(), "arm")));
        }
    }

    private static void disturbed(ClusterInfo cluster, List<ArmInfo> arms, int cores, List<String> notes) {
        double stolen = average(arms, Metric.STOLEN);
        if (stolen > STOLEN) {
            notes.add(say(
                    "The host gave %.0f %% of this machine's CPU time to other machines (steal), which affected"
                            + " throughput and latency; no setting here helps. Run it again at another time.",
                    100 * stolen));
        }
        double others = average(arms, Metric.OTHER_PROGRAMS);
        // If the user's brokers run on this machine, they count as other programs.
        if (cluster.embedded() && others > DISTURBED * cores) {
            notes.add(say(
                    "Other programs used %.1f of this machine's %d cores during the run: this affected throughput,"
                            + " latency and CPU per GB, but not the ratio. Run it again on a quiet machine.",
                    others, cores));
        }
    }

    private static String missedRate(MissedRate missed) {
        ArmInfo.MetricInfo reached = ArmInfo.MetricInfo.of(Metric.RECORDS_PER_SECOND, missed.reached());
        return say(
                "%s did not keep up: %s of %,.0f records/s were acknowledged. Its latency is that of an overloaded"
                        + " system; records that were never sent count with the time they waited.",
                missed.arm(),
                Figures.uncertain(
                        "%,.0f", reached.estimate(), reached.relativeHalfWidth().orElse(0)),
                missed.dueRecordsPerSecond());
    }

    private static void unmatched(List<ArmInfo> arms, List<String> notes) {
        for (ArmInfo arm : arms) {
            ArmInfo.MetricInfo lost = arm.metrics().get(Metric.E2E_UNMATCHED.key());
            if (lost != null && lost.estimate() > 0) {
                notes.add(say(
                        "%s: the consumer fell so far behind that at least %,.0f records per round, the slowest ones, are"
                                + " missing from the end-to-end latency.",
                        arm.label(), lost.estimate()));
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
        List<String> unsettled = arms.stream()
                .filter(arm -> !arm.warmUp().settled() && arm.warmUp().seconds() > 0)
                .map(ArmInfo::label)
                .toList();
        if (!unsettled.isEmpty()) {
            notes.add("Throughput or CPU was still changing when the warm-up ended ("
                    + (unsettled.size() == arms.size() && arms.size() > 1
                            ? "in every arm"
                            : String.join("; ", unsettled))
                    + "). Every round runs every arm, so comparisons remain valid, but the figures of a single arm may"
                    + " still drift.");
        }
    }

    private static void drift(List<ArmInfo> arms, List<String> notes) {
        List<String> drifting = new ArrayList<>();
        for (ArmInfo arm : arms) {
            ArmInfo.MetricInfo figure = arm.metrics().get(Metric.RECORDS_PER_SECOND.key());
            boolean given = arm.settings().rateRecordsPerSecond().isPresent();
            if (figure != null && !given && figure.rounds().size() >= MIN_ROUNDS_FOR_DRIFT) {
                int third = figure.rounds().size() / 3;
                double change =
                        mean(figure.rounds(), figure.rounds().size() - third, third) / mean(figure.rounds(), 0, third);
                if (Math.abs(change - 1) > DRIFT) {
                    drifting.add(say("%s %+.0f %%", arm.label(), 100 * (change - 1)));
                }
            }
        }
        if (!drifting.isEmpty()) {
            notes.add("records/s changed from the first third of the rounds to the last: " + String.join(", ", drifting)
                    + ". The JVMs were still warming up, or other work ran on the machine.");
        }
    }

    private static double mean(List<Double> values, int from, int count) {
        return values.subList(from, from + count).stream()
                .mapToDouble(value -> value)
                .average()
                .orElse(0);
    }
}
