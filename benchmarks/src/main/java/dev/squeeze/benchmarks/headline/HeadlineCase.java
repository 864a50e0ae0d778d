package dev.squeeze.benchmarks.headline;

import dev.squeeze.benchmarks.SourceRecords;
import dev.squeeze.kit.format.Codec;
import java.util.Locale;

/**
 * One workload with today's settings.
 *
 * @param number from 1
 * @param source as given by the user, or a file of the given folder
 * @param producers number of processes that share the rate
 */
record HeadlineCase(
        int number,
        String source,
        Keys keys,
        Arrivals arrivals,
        Rate rate,
        int partitions,
        int producers,
        Program program,
        Codec codec,
        int batchSizeBytes,
        int lingerMillis) {
    private static final int MIN_LATE_MILLIS = 2;

    /** What determines the partition. */
    enum Keys {
        NONE,
        /** One of ten thousand keys, all equally likely. */
        UNIFORM,
        /** One of ten thousand keys; the k-th is k^-1.1 times as likely as the first. */
        ZIPF,
        /** A field of the records themselves; Zipf if they have none. */
        FIELD
    }

    /** When records are due. */
    enum Arrivals {
        /** All intervals are equal. */
        EVEN,
        /** Each producer's records arrive independently. */
        POISSON,
        /** By timestamps in the records, which arrive in bursts. */
        BURSTS
    }

    /** Total rate of all producers. */
    enum Rate {
        LOW(200e3),
        MODERATE(1.5e6),
        HIGH(6e6);

        private static final double MIN_RECORDS_PER_SECOND = 50;
        /** Highest rate that a producer on a machine with two cores sustains when the broker runs on it too. */
        private static final double MAX_RECORDS_PER_SECOND = 20_000;

        private final double bytesPerSecond;

        Rate(double bytesPerSecond) {
            this.bytesPerSecond = bytesPerSecond;
        }

        /** An integer. */
        long recordsPerSecond(double bytesPerRecord) {
            return Math.round(Math.max(
                    MIN_RECORDS_PER_SECOND, Math.min(MAX_RECORDS_PER_SECOND, bytesPerSecond / bytesPerRecord)));
        }
    }

    /** The program that sends. */
    enum Program {
        /** {@link PlainProducer}. */
        PLAIN,
        /** Kafka's own ProducerPerformance. */
        PERF_TOOL
    }

    /** The settings in the order in which {@code --current} and a properties file expect them. */
    String settings() {
        return "compression.type=" + codec.type().label() + ",batch.size=" + batchSizeBytes + ",linger.ms="
                + lingerMillis;
    }

    /**
     * Delay from which a late record counts: a quarter of linger.ms, from which it would end up in a different batch.
     */
    int lateMillis() {
        return Math.max(MIN_LATE_MILLIS, lingerMillis / 4);
    }

    HeadlineCase sentBy(Program other) {
        return new HeadlineCase(
                number,
                source,
                keys,
                arrivals,
                rate,
                partitions,
                producers,
                other,
                codec,
                batchSizeBytes,
                lingerMillis);
    }

    String label() {
        return String.format(
                Locale.ROOT,
                "%s, %s keys, %s arrivals, %s rate, %d partitions, %d producers%s, %s %d KiB %d ms",
                SourceRecords.shortName(source),
                name(keys),
                name(arrivals),
                name(rate),
                partitions,
                producers,
                program == Program.PERF_TOOL ? ", perf tool" : "",
                codec,
                batchSizeBytes >> 10,
                lingerMillis);
    }

    static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
