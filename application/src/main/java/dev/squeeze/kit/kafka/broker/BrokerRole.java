package dev.squeeze.kit.kafka.broker;

import dev.squeeze.kit.environment.ThreadRoles;
import java.util.regex.Pattern;

/** What a broker's threads are for, by the names that Kafka 4.4.0 gives them. Older brokers name them alike. */
public enum BrokerRole {
    /** Handle requests: validate, decompress, perhaps recompress, append. Those of a controller have the same names. */
    REQUEST_HANDLER("kafka-request-handler-\\d+"),
    /** The quorum and its metadata, with the controllers' own listener and the broker's talk to them. */
    CONTROLLER("quorum-controller-\\d+-|^controller-\\d+-|kafka-\\d+-(raft|metadata-loader|snapshot-generator)"
            + "|raft-expiration|broker-\\d+-(to-controller|lifecycle-manager|directory-assignments-manager)"
            + "|(network-thread|socket-acceptor)-.*CONTROLLER"),
    /** Move bytes from and to clients and other brokers. */
    NETWORK("kafka-network-thread-|kafka-socket-acceptor-"),
    /** Fetch from leaders what this broker follows. */
    REPLICATION("ReplicaFetcherThread-|ReplicaAlterLogDirsThread-"),
    /** Compaction, which decompresses and compresses all that it looks at. */
    LOG_CLEANER("kafka-log-cleaner-thread-"),
    /** Timers, group and transaction coordinators, quotas, metrics. */
    BACKGROUND("^kafka-scheduler-|^ExpirationReaper-|^executor-|-ThrottledChannelReaper-|^group-coordinator-"
            + "|^share-|^transaction-|^AddPartitionsToTxnSender|^TxnMarkerSender|^PersisterStateManager"
            + "|^ShareGroupDLQ|^LogDirFailureHandler|^SensorExpiryThread|^client-metrics-reaper"
            + "|^metrics-meter-tick-thread|^RemoteLogManager|^remote-log-"),
    /** The collector. */
    GC(""),
    /** The compilers. */
    JIT(""),
    /** The rest of the JVM, and threads that have ended. */
    OTHER("");

    /** For {@link dev.squeeze.kit.environment.JvmUsage#byRole}. */
    public static final ThreadRoles<BrokerRole> THREADS =
            new ThreadRoles<>(BrokerRole.class, BrokerRole::ofThread, GC, JIT, OTHER);

    private final Pattern names;

    BrokerRole(String names) {
        this.names = Pattern.compile(names.isEmpty() ? "(?!)" : names);
    }

    /** The role of a Java thread. */
    public static BrokerRole ofThread(String name) {
        for (BrokerRole role : values()) {
            if (role.names.matcher(name).find()) {
                return role;
            }
        }
        return OTHER;
    }
}
