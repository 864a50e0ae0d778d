package dev.squeeze.kit.document;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The workers on other machines that sent the records.
 *
 * @param group of the workers
 * @param control address of the cluster used for communication with the workers; absent if it is the cluster under test
 * @param members the workers by slot; if one replaced another, the latest
 * @param shares the part of each worker in each arm
 * @param incidents failures of workers during trials, and their consequences; empty if there were none
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
     * @param name host and process id
     * @param cores processors available to its JVM
     * @param clockOffsetMillis how far its clock is ahead of the coordinator's
     * @param clockErrorMillis maximum error of this offset
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
     * The part of a worker in the counted rounds of an arm.
     *
     * @param producers number of its producers; of connections if gateways send
     * @param rounds in which it sent
     * @param recordsPerSecond mean over rounds
     * @param applicationCpu CPU seconds of its application threads per GB (10^9 bytes) of its payload
     * @param producerNetworkCpu the same for its producers' network threads
     * @param processCores mean cores used by its process
     * @param consumerCpu CPU seconds of its consumers' threads per GB of its payload; absent if none were reading
     * @param serviceCpu CPU seconds of its gateway per GB of its payload; absent if its producers sent directly
     * @param driversCpu the same for its drivers; absent if Java's producer sent
     * @param busyShare mean busy fraction of its machine's processors; absent if not available
     * @param stolenShare mean fraction that the host gave to other machines; absent if not available
     * @param maxStandstillMillis the longest pause of its process in a trial
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
