package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.MaxRateSearches;
import dev.squeeze.engine.load.LoadWorkers;
import dev.squeeze.engine.load.WorkerShare;
import dev.squeeze.engine.workers.ClockOffset;
import dev.squeeze.engine.workers.CrewMember;
import dev.squeeze.engine.workers.WorkerIdentity;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.document.WorkersInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Converts the workers' reports for result documents. */
final class WorkerRows {
    private static final double GIGABYTE = 1e9;
    /** Workers that send less than this part of their share are reported. */
    private static final double SLOW = 0.9;

    private WorkerRows() {}

    /** @param searches searches, of which the trial at the rate that was found is included */
    static WorkersInfo of(
            LoadWorkers fleet, ClusterTarget underTest, List<ArmResult> arms, List<MaxRateSearches.Found> searches) {
        String control = fleet.crew().plan().control().bootstrap();
        List<WorkersInfo.ArmShare> shares = new ArrayList<>();
        arms.forEach(arm -> shares.addAll(shares(arm.arm().label(), arm.workerShares())));
        searches.forEach(search -> shares.addAll(shares(search.arm().label(), search.workers())));
        return new WorkersInfo(
                fleet.crew().plan().topics().group(),
                control.equals(underTest.bootstrap()) ? Optional.empty() : Optional.of(control),
                fleet.crew().members().stream()
                        .map(member -> member(member, fleet.crew().clock(member)))
                        .toList(),
                shares,
                fleet.incidents());
    }

    private static WorkersInfo.Member member(CrewMember member, ClockOffset clock) {
        WorkerIdentity who = member.identity();
        return new WorkersInfo.Member(
                who.id(),
                who.version(),
                who.kafkaVersion(),
                who.java(),
                who.operatingSystem(),
                who.processor(),
                who.cores(),
                who.memoryBytes(),
                clock.wallNanos() / 1e6,
                clock.errorNanos() / 1e6);
    }

    private static List<WorkersInfo.ArmShare> shares(String arm, List<WorkerShare> all) {
        Map<String, List<WorkerShare>> byWorker = new LinkedHashMap<>();
        all.forEach(share -> byWorker.computeIfAbsent(share.worker(), worker -> new ArrayList<>())
                .add(share));
        return byWorker.values().stream().map(rounds -> share(arm, rounds)).toList();
    }

    private static WorkersInfo.ArmShare share(String arm, List<WorkerShare> rounds) {
        double gigabytes = rounds.stream().mapToLong(WorkerShare::payloadBytes).sum() / GIGABYTE;
        return new WorkersInfo.ArmShare(
                arm,
                rounds.get(0).worker(),
                rounds.get(0).producers(),
                rounds.size(),
                mean(rounds, share -> share.records() / share.seconds()),
                perGigabyte(rounds, WorkerShare::applicationCpuNanos, gigabytes),
                perGigabyte(rounds, WorkerShare::networkCpuNanos, gigabytes),
                mean(rounds, share -> share.processCpuNanos() / 1e9 / share.seconds()),
                ofSome(rounds, WorkerShare::consumerCpuNanos, gigabytes),
                ofSome(rounds, WorkerShare::serviceCpuNanos, gigabytes),
                ofSome(rounds, WorkerShare::driversCpuNanos, gigabytes),
                meanKnown(rounds, WorkerShare::busyShare),
                meanKnown(rounds, WorkerShare::stolenShare),
                rounds.stream().mapToLong(WorkerShare::standstillNanos).max().orElse(0) / 1e6);
    }

    private static double perGigabyte(List<WorkerShare> rounds, ToDoubleFunction<WorkerShare> nanos, double gigabytes) {
        return gigabytes == 0 ? 0 : rounds.stream().mapToDouble(nanos).sum() / 1e9 / gigabytes;
    }

    private static OptionalDouble ofSome(
            List<WorkerShare> rounds, Function<WorkerShare, OptionalLong> nanos, double gigabytes) {
        return nanos.apply(rounds.get(0)).isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        perGigabyte(rounds, share -> nanos.apply(share).orElse(0), gigabytes));
    }

    private static double mean(List<WorkerShare> rounds, ToDoubleFunction<WorkerShare> which) {
        return rounds.stream().mapToDouble(which).average().orElse(0);
    }

    private static OptionalDouble meanKnown(List<WorkerShare> rounds, Function<WorkerShare, OptionalDouble> which) {
        return rounds.stream()
                .map(which)
                .flatMapToDouble(OptionalDouble::stream)
                .average();
    }

    /** Notes on workers: incidents that affected trials, and workers that sent less than their share. */
    static List<String> notes(WorkersInfo workers) {
        List<String> notes = new ArrayList<>();
        workers.incidents().forEach(incident -> notes.add(incident + "."));
        for (WorkersInfo.ArmShare share : workers.shares()) {
            double all = 0;
            int producers = 0;
            for (WorkersInfo.ArmShare other : workers.shares()) {
                if (other.arm().equals(share.arm())) {
                    all += other.recordsPerSecond();
                    producers += other.producers();
                }
            }
            double fair = all * share.producers() / Math.max(1, producers);
            if (share.recordsPerSecond() < SLOW * fair) {
                notes.add(say(
                        "%s: worker %s sent %,.0f records/s, but its share is %,.0f: it is slower than the others, so"
                                + " the figures are those of an uneven load.",
                        share.arm(), share.worker(), share.recordsPerSecond(), fair));
            }
        }
        return notes;
    }
}
