package dev.squeeze.engine.workload;

/** A part of a workload that is determined from the log or cluster, and can be overridden by a flag. */
public enum WorkloadPart {
    RATE("--rate"),
    PARTITIONS("--partitions"),
    PRODUCERS("--producers"),
    BROKERS("--brokers"),
    REPLICATION_FACTOR("--replication-factor"),
    CONSUMER_GROUPS("--consumer-groups"),
    RETENTION("--retention"),
    ZONES("--zones");

    private final String flag;

    WorkloadPart(String flag) {
        this.flag = flag;
    }

    public String flag() {
        return flag;
    }
}
