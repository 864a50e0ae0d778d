package dev.squeeze.kit.cli;

/** Help texts of workload flags for commands that look at many topics. */
public final class EachTopic {
    public static final String RATE =
            "Rate of all producers of each topic together: 5000 (records/s) or 10MiB/s of keys and values. Default: from the"
                    + " timestamps of its records.";

    public static final String PARTITIONS = "Number of partitions to assume. Default: that of each topic.";

    public static final String PRODUCERS =
            "Producer instances that share a topic's rate. Default: the number that explains the size of its batches.";

    private EachTopic() {}
}
