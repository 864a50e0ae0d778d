package dev.squeeze.kit.kafka.broker;

import dev.squeeze.kit.environment.ThreadRoles;
import java.util.regex.Pattern;

/** The purpose of a broker's threads, by the names they have in Kafka 4.4.0. Older brokers use similar names. */
public enum BrokerRole {
    /** Handle requests: validate, decompress, possibly recompress, append. A controller's handlers have the same names. */
    REQUEST_HANDLER("kafka-request-handler-\\d+"),
    /** The quorum and its metadata, including the controllers' own listener and the broker's communication with them. */
    CONTROLLER("quorum-controller-\\d+-|^controller-\\d+-|kafka-\\d+-(raft|metadata-loader|snapshot-generator)"
            + "|raft-expiration|broker-\\d+-(to-controller|lifecycle-manager|directory-assignments-manager)"
            + "|(network-thread|socket-acceptor)-.*CONTROLLER"),
    /** Transfer bytes from and to clients and other brokers. */
    NETWORK("kafka-network-thread-|kafka-socket-acceptor-"),
    /** Fetch from the leaders of partitions that this broker follows. */
    REPLICATION("ReplicaFetcherThread-|ReplicaAlterLogDirsThread-"),
    /** Compaction, which decompresses and recompresses everything it reads. */
    LOG_CLEANER("kafka-log-cleaner-thread-"),
    /** Timers, group and transaction coordinators, quotas, metrics. */
    BACKGROUND("^kafka-scheduler-|^ExpirationReaper-|^executor-|-ThrottledChannelReaper-|^group-coordinator-"
            + "|^share-|^transaction-|^AddPartitionsToTxnSender|^TxnMarkerSender|^PersisterStateManager"
            + "|^ShareGroupDLQ|^LogDirFailureHandler|^SensorExpiryThread|^client-metrics-reaper"
            + "|^metrics-meter-tick-thread|^RemoteLogManager|^remote-log-"),
    /** Garbage collector threads. */
    GC(""),
    /** Compiler threads. */
    JIT(""),
    /** The rest of the JVM, and threads that have terminated. */
    OTHER("");

    /** For {@link dev.squeeze.kit.environment.JvmUsage#byRole}. */
    public static final ThreadRoles<BrokerRole> THREADS =
            new ThreadRoles<>(BrokerRole.class, BrokerRole::ofThread, GC, JIT, OTHER);

    private final Pattern names;

    BrokerRole(String names) {
        this.names = Pattern.compile(names.isEmpty() ? "(?!)" : names);
    }

    public static BrokerRole ofThread(String name) {
        for (BrokerRole role : values()) {
            if (role.names.matcher(name).find()) {
                return role;
            }
        }
        return OTHER;
    }
}
