package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.unit.VersionNumber;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The traffic of one topic, and the environment in which it runs.
 *
 * @param recordsPerSecond over all producers while records arrive, positive
 * @param recordBytes mean bytes of a record inside a batch, framing included, uncompressed
 * @param keyed whether keys determine the partition; otherwise the sticky partitioner does
 * @param partitions of the topic
 * @param producers client instances that share the load evenly
 * @param brokers that lead the partitions, evenly distributed
 * @param replicationFactor copies of each partition, including the leader's
 * @param consumerGroups groups that read everything once
 * @param retention how long records are kept
 * @param zones availability zones over which clients and brokers are spread
 * @param roundTripMillis time of one produce request; matters only if linger.ms is shorter than a fifth of it
 * @param client library that produces
 * @param clientVersion its version; if absent, the newest version is assumed
 * @param activeShare share of a month in which records arrive at this rate, above 0 and below 1; absent if always
 * @param retentionBytes maximum bytes kept of one replica of all partitions; absent if only time limits them
 * @param localRetention how long brokers keep records that are also in an object store ({@code local.retention.ms});
 *     absent without tiered storage
 * @param localRetentionBytes maximum bytes that brokers keep of one replica of all partitions if these are also in an
 *     object store ({@code local.retention.bytes}); absent if only the other limits apply
 * @param keptShare share of the records within the retention that compaction leaves on disks, above 0 and below 1;
 *     absent if it leaves all
 * @param maxMessageBytes largest stored batch that brokers accept ({@code max.message.bytes}); absent if not known
 * @param topicCompression the topic's {@code compression.type}; absent if not known
 */
public record Workload(
        double recordsPerSecond,
        double recordBytes,
        boolean keyed,
        int partitions,
        int producers,
        int brokers,
        int replicationFactor,
        int consumerGroups,
        Duration retention,
        int zones,
        double roundTripMillis,
        ClientProfile client,
        Optional<VersionNumber> clientVersion,
        OptionalDouble activeShare,
        OptionalLong retentionBytes,
        Optional<Duration> localRetention,
        OptionalLong localRetentionBytes,
        OptionalDouble keptShare,
        OptionalInt maxMessageBytes,
        Optional<TopicCompression> topicCompression) {
    /** The round trip of a produce request to a broker on the same machine. */
    public static final double LOOPBACK_MILLIS = 0.6;

    public Workload {
        requirePositive(recordsPerSecond, "records per second");
        requirePositive(recordBytes, "record bytes");
        requirePositive(roundTripMillis, "round trip");
        if (partitions < 1
                || producers < 1
                || brokers < 1
                || replicationFactor < 1
                || zones < 1
                || consumerGroups < 0) {
            throw new IllegalArgumentException(
                    "partitions, producers, brokers, replication factor and zones must be at least 1, consumer groups at least 0");
        }
        if (retention.isNegative() || retentionBytes.orElse(0) < 0 || localRetentionBytes.orElse(0) < 0) {
            throw new IllegalArgumentException("retention, in time or bytes, cannot be negative");
        }
        requireShare(activeShare, "active share");
        requireShare(keptShare, "kept share");
        if (localRetention.isPresent() && localRetention.get().compareTo(retention) > 0) {
            throw new IllegalArgumentException("local retention cannot be longer than the retention");
        }
    }

    /** One Java producer and one consumer group, with one broker on this machine and a retention of one day. */
    public static Workload of(double recordsPerSecond, double recordBytes, boolean keyed, int partitions) {
        return new Workload(
                recordsPerSecond,
                recordBytes,
                keyed,
                partitions,
                1,
                1,
                1,
                1,
                Duration.ofDays(1),
                1,
                LOOPBACK_MILLIS,
                ClientProfile.JAVA,
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                Optional.empty());
    }

    private static void requireShare(OptionalDouble share, String name) {
        if (!(share.orElse(1) > 0) || share.orElse(1) > 1) {
            throw new IllegalArgumentException(
                    "the " + name + " must be above 0 and at most 1, got " + share.getAsDouble());
        }
    }

    private static void requirePositive(double value, String name) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " must be above 0: " + value);
        }
    }

    /** The same at a multiple of its rate. */
    public Workload atRateTimes(double factor) {
        return withRecordsPerSecond(factor * recordsPerSecond);
    }

    /** This traffic at another rate. */
    public Workload withRecordsPerSecond(double rate) {
        return with(changed -> changed.recordsPerSecond = rate);
    }

    /** This traffic on another number of partitions. */
    public Workload withPartitions(int number) {
        return with(changed -> changed.partitions = number);
    }

    /** This traffic shared by another number of producers. */
    public Workload withProducers(int number) {
        return with(changed -> changed.producers = number);
    }

    /** This traffic on other brokers. */
    public Workload withBrokers(int number, int replicas) {
        return with(changed -> {
            changed.brokers = number;
            changed.replicationFactor = replicas;
        });
    }

    /** This traffic read by another number of groups. */
    public Workload withConsumerGroups(int groups) {
        return with(changed -> changed.consumerGroups = groups);
    }

    /** This traffic kept for another time. */
    public Workload withRetention(Duration time) {
        return with(changed -> changed.retention = time);
    }

    /**
     * This traffic with tiered storage: brokers keep records for this time, or for the retention if that is shorter.
     */
    public Workload withLocalRetention(Duration time) {
        return with(changed -> changed.localRetention = Optional.of(time.compareTo(retention) < 0 ? time : retention));
    }

    /** This traffic spread over another number of zones. */
    public Workload withZones(int number) {
        return with(changed -> changed.zones = number);
    }

    /** This traffic on another network. */
    public Workload withRoundTripMillis(double millis) {
        return with(changed -> changed.roundTripMillis = millis);
    }

    /** This traffic sent by another client library. */
    public Workload withClient(Client library) {
        return with(changed -> changed.producing = library);
    }

    /** The client library with its version. */
    public Client producing() {
        return new Client(client, clientVersion);
    }

    /**
     * The settings that producers are assumed to have if nothing is known about them: the client's defaults. Java's
     * {@code batch.size} limits a batch as it is stored, so it cannot be larger than what the topic accepts.
     */
    public ProducerSettings assumedSettings() {
        ProducerSettings defaults = producing().defaults();
        return client == ClientProfile.JAVA && maxMessageBytes.orElse(Integer.MAX_VALUE) < defaults.batchSizeBytes()
                ? new ProducerSettings(defaults.codec(), maxMessageBytes.getAsInt(), defaults.lingerMillis())
                : defaults;
    }

    /** Whether consecutive records go to different partitions, because of their keys or without any. */
    public boolean scatters() {
        return partitions > 1 && (keyed || !producing().isSticky());
    }

    /** This traffic, arriving only part of the time. */
    public Workload withActiveShare(OptionalDouble share) {
        return with(changed -> changed.activeShare = share);
    }

    /** This traffic with records of another size, and with or without keys that determine the partition. */
    public Workload withRecords(double bytes, boolean withKeys) {
        return with(changed -> {
            changed.recordBytes = bytes;
            changed.keyed = withKeys;
        });
    }

    /** This traffic with another limit on the bytes that are kept. */
    public Workload withRetentionBytes(OptionalLong bytes) {
        return with(changed -> changed.retentionBytes = bytes);
    }

    /** This traffic with another limit on the bytes that brokers keep of what is also in an object store. */
    public Workload withLocalRetentionBytes(OptionalLong bytes) {
        return with(changed -> changed.localRetentionBytes = bytes);
    }

    /** This traffic to a compacted topic. */
    public Workload withKeptShare(OptionalDouble share) {
        return with(changed -> changed.keptShare = share);
    }

    /** This traffic to a topic that accepts batches up to another size. */
    public Workload withMaxMessageBytes(OptionalInt bytes) {
        return with(changed -> changed.maxMessageBytes = bytes);
    }

    /** This traffic to a topic with its own {@code compression.type}. */
    public Workload withTopicCompression(Optional<TopicCompression> value) {
        return with(changed -> changed.topicCompression = value);
    }

    /** Uncompressed bytes per second while records arrive, framing included. */
    public double uncompressedBytesPerSecond() {
        return recordsPerSecond * recordBytes;
    }

    private Workload with(Consumer<Changed> change) {
        Changed changed = new Changed(this);
        change.accept(changed);
        return changed.workload();
    }

    /** The fields that a copy may change; never shared. */
    private static final class Changed {
        private double recordsPerSecond;
        private double recordBytes;
        private boolean keyed;
        private int partitions;
        private int producers;
        private int brokers;
        private int replicationFactor;
        private int consumerGroups;
        private Duration retention;
        private int zones;
        private double roundTripMillis;
        private Client producing;
        private OptionalDouble activeShare;
        private OptionalLong retentionBytes;
        private Optional<Duration> localRetention;
        private OptionalLong localRetentionBytes;
        private OptionalDouble keptShare;
        private OptionalInt maxMessageBytes;
        private Optional<TopicCompression> topicCompression;

        Changed(Workload base) {
            recordsPerSecond = base.recordsPerSecond;
            recordBytes = base.recordBytes;
            keyed = base.keyed;
            partitions = base.partitions;
            producers = base.producers;
            brokers = base.brokers;
            replicationFactor = base.replicationFactor;
            consumerGroups = base.consumerGroups;
            retention = base.retention;
            zones = base.zones;
            roundTripMillis = base.roundTripMillis;
            producing = base.producing();
            activeShare = base.activeShare;
            retentionBytes = base.retentionBytes;
            localRetention = base.localRetention;
            localRetentionBytes = base.localRetentionBytes;
            keptShare = base.keptShare;
            maxMessageBytes = base.maxMessageBytes;
            topicCompression = base.topicCompression;
        }

        Workload workload() {
            return new Workload(
                    recordsPerSecond,
                    recordBytes,
                    keyed,
                    partitions,
                    producers,
                    brokers,
                    replicationFactor,
                    consumerGroups,
                    retention,
                    zones,
                    roundTripMillis,
                    producing.profile(),
                    producing.version(),
                    activeShare,
                    retentionBytes,
                    localRetention.map(local -> local.compareTo(retention) < 0 ? local : retention),
                    localRetentionBytes,
                    keptShare,
                    maxMessageBytes,
                    topicCompression);
        }
    }
}
