package dev.squeeze.kit.document;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Who sent, where other machines did.
 *
 * @param group that they belong to
 * @param control address of the cluster that they were spoken to through; absent where it is the one under test
 * @param members the workers, by slot; where one took over from another, the latest
 * @param shares what each of them did in each arm
 * @param incidents what workers did to trials, and what became of those; empty if all went well
 */
public record WorkersInfo(
        String group, Optional<String> control, List<Member> members, List<ArmShare> shares, List<String> incidents) {
    public WorkersInfo {
        members = List.copyOf(members);
        shares = List.copyOf(shares);
        incidents = List.copyOf(incidents);
    }

    /**
     * A worker.
     *
     * @param name its host and process
     * @param cores that its JVM may use
     * @param clockOffsetMillis by which its time of day is ahead of the coordinator's
     * @param clockErrorMillis the most by which that may be wrong
     */
    public record Member(
            String name,
            String squeezeVersion,
            String kafkaVersion,
            String java,
            String operatingSystem,
            String processor,
            int cores,
            long memoryBytes,
            double clockOffsetMillis,
            double clockErrorMillis) {}

    /**
     * What a worker did in the rounds of an arm that count.
     *
     * @param producers that it had; connections where gateways send
     * @param rounds in which it sent
     * @param recordsPerSecond mean over rounds
     * @param applicationCpu CPU seconds of its application threads per GB (10^9 bytes) of its payload
     * @param producerNetworkCpu the same of its producers' network threads
     * @param processCores of its whole process, mean
     * @param consumerCpu CPU seconds of its consumers' threads per GB of its payload; absent where none read meanwhile
     * @param serviceCpu CPU seconds of its gateway per GB of its payload; absent where its producers sent
     * @param driversCpu the same of its drivers; absent where Java's producer sent
     * @param busyShare of its machine's processors, mean; absent where that is not visible
     * @param stolenShare what the host gave to other machines, mean; absent like that
     * @param maxStandstillMillis the longest that its process stood still in a trial
     */
    public record ArmShare(
            String arm,
            String worker,
            int producers,
            int rounds,
            double recordsPerSecond,
            double applicationCpu,
            double producerNetworkCpu,
            double processCores,
            OptionalDouble consumerCpu,
            OptionalDouble serviceCpu,
            OptionalDouble driversCpu,
            OptionalDouble busyShare,
            OptionalDouble stolenShare,
            double maxStandstillMillis) {}
}
