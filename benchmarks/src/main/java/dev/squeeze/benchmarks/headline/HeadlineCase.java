package dev.squeeze.benchmarks.headline;

import dev.squeeze.benchmarks.SourceRecords;
import dev.squeeze.kit.format.Codec;
import java.util.Locale;

/**
 * One workload with today's settings.
 *
 * @param number from 1 on
 * @param source as the user named it, or a file of the folder that was named
 * @param producers processes that share the rate
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

    /** What chooses the partition. */
    enum Keys {
        NONE,
        /** One of ten thousand, all equally likely. */
        UNIFORM,
        /** One of ten thousand; the k-th is k^-1.1 times as likely as the first. */
        ZIPF,
        /** A field that the records have themselves; Zipf's where they have none. */
        FIELD
    }

    /** When records are due. */
    enum Arrivals {
        /** All gaps are equal. */
        EVEN,
        /** Each producer's records are independent of one another. */
        POISSON,
        /** By timestamps in the records, which come in bursts. */
        BURSTS
    }

    /** How much is sent, of all producers together. */
    enum Rate {
        LOW(200e3),
        MODERATE(1.5e6),
        HIGH(6e6);

        private static final double MIN_RECORDS_PER_SECOND = 50;
        /** A producer on a machine of two cores keeps its pace up to here, next to the broker. */
        private static final double MAX_RECORDS_PER_SECOND = 20_000;

        private final double bytesPerSecond;

        Rate(double bytesPerSecond) {
            this.bytesPerSecond = bytesPerSecond;
        }

        /** A whole number. */
        long recordsPerSecond(double bytesPerRecord) {
            return Math.round(Math.max(
                    MIN_RECORDS_PER_SECOND, Math.min(MAX_RECORDS_PER_SECOND, bytesPerSecond / bytesPerRecord)));
        }
    }

    /** What sends. */
    enum Program {
        /** {@link PlainProducer}. */
        PLAIN,
        /** Kafka's own ProducerPerformance. */
        PERF_TOOL
    }

    /** As {@code --current} and a properties file take them, in this order. */
    String settings() {
        return "compression.type=" + codec.type().label() + ",batch.size=" + batchSizeBytes + ",linger.ms="
                + lingerMillis;
    }

    /** A record that is sent so much later than it was due makes other batches than it would have: a quarter of linger.ms. */
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
