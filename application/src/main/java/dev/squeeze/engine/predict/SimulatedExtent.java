package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.FewForAll;
import dev.squeeze.kit.kafka.ReplayExtent;
import dev.squeeze.kit.stats.BalancedStretches;
import java.util.Optional;

/** How much of a workload is simulated for a query: enough batches, within a limited time. */
final class SimulatedExtent {
    private static final long MAX_BYTES_TO_SETTLE = 192L << 20;
    private static final int MAX_BATCHES = 3_000;
    private static final int MIN_BATCHES = 150;
    /** If a codec is too slow for more. */
    private static final int MIN_SLOW_BATCHES = 30;

    private static final long MAX_BYTES = 24L << 20;

    /** For simulations that only rank settings. */
    private static final int MIN_COARSE_BATCHES = 40;

    private static final long MAX_COARSE_BYTES = 3L << 20;
    private static final long MAX_COARSE_BYTES_TO_SETTLE = 8L << 20;
    /** If full batches take partial ones along, the result of a hundred batches varies by a tenth from seed to seed. */
    private static final double MAX_COMPARED_BATCHES = 500;

    private static final double MAX_COMPARED_BYTES = 48L << 20;

    /** Minimum number of large batches; the producer may take up to twice as many to settle. */
    private static final int MIN_LARGE_BATCHES = 16;

    /** Limit on the time for compressing the batches of a setting, however slow the codec is. */
    private static final double MAX_COMPRESSING_NANOS = 0.3e9;

    /** The same if all records are requested. */
    private static final double MAX_COMPRESSING_ALL_NANOS = 5e9;

    /** Limit for simulating all records in order, compression included, if part of them would suffice. */
    private static final double MAX_NANOS_INSTEAD_OF_PART = 0.6e9;

    /**
     * The same if a producer estimates how much fits into a full batch from the compression of previous batches: in any
     * other order, records would form different batches.
     */
    private static final double MAX_NANOS_OF_GUESSED_BATCHES = 1e9;

    /** Approximate time for a record without its compression. */
    private static final double NANOS_PER_RECORD = 1_000;

    private static final int MAX_BATCHES_OF_ALL = 1_000_000;

    /** If nothing is compressed: enough for a precision of 0.1 % of records per batch, in a few tenths of a second. */
    private static final double COUNTED_RECORDS = 60_000;

    private static final double COUNTED_BYTES = 384 << 20;

    /** For settings on machines whose costs are not known to within a few per cent. */
    private static final long MAX_BYTES_OF_APPLICATIONS = 8L << 20;

    /**
     * If a producer's estimate varies, or bursts and pauses alternate, hundreds of batches are needed to average this
     * out.
     */
    private static final double MAX_MODELLED_BYTES = 1L << 30;

    private static final double MAX_MODELLED_RECORDS = 400_000;

    private final int records;
    private final FewForAll few;
    private final boolean bench;

    /** The purpose of a simulation, which determines how much is simulated. */
    enum Depth {
        /** Enough to tell settings apart; batches are assumed to compress like measured ones of their size. */
        COARSE,
        /** Many more of these, for a comparison with observed batches. */
        COMPARED,
        /** As few as for {@link #COARSE}, but batches are compressed. */
        PROBE,
        /**
         * Batches are compressed, and further ones are modelled if the number of records per batch is not precise
         * enough by then.
         */
        WHOLE,
        /** Every record is sent once, unless compressing all of them would take too long. */
        ALL_RECORDS,
        /** Every record is sent many times, and no batch is compressed. */
        COUNTED_ONLY
    }

    /**
     * @param records number of records of the workload
     * @param bench whether everything runs on the machine that was measured, whose costs are known better than those of
     *     other machines
     */
    SimulatedExtent(int records, FewForAll few, boolean bench) {
        this.records = records;
        this.few = few;
        this.bench = bench;
    }

    /**
     * The number of batches to simulate.
     *
     * @param compressNanosPerByte of the codecs that compress them; absent if not measured
     * @param bytesPerBatch expected uncompressed bytes per batch
     * @param recordsPerBatch records that all producers send while one of them fills a batch
     */
    long batches(Optional<Double> compressNanosPerByte, double bytesPerBatch, double recordsPerBatch, Depth depth) {
        long affordable = affordable(compressNanosPerByte, bytesPerBatch, depth);
        return depth == Depth.WHOLE
                ? orAll(Math.min(affordable, (long) (maxBytes() / Math.max(1, bytesPerBatch)) + 1), recordsPerBatch)
                : affordable;
    }

    /**
     * Whether all records are simulated in order even though fewer batches would suffice.
     *
     * @param compressNanosPerByte as for {@link #batches}
     * @param guessed whether batches are full and how much fits into one depends on previous batches
     * @param every one producer sends one out of this many records
     */
    boolean affordsAll(Optional<Double> compressNanosPerByte, boolean guessed, int every) {
        double limit = guessed ? MAX_NANOS_OF_GUESSED_BATCHES : MAX_NANOS_INSTEAD_OF_PART;
        return compressNanosPerByte
                .filter(nanos -> (NANOS_PER_RECORD * records + nanos * few.encodedBytes()) / every <= limit)
                .isPresent();
    }

    /** The end of a simulation in which a producer sends its share of all records once. */
    ReplayExtent ofAll(double expectedBytes, int every) {
        return new ReplayExtent(
                MAX_BYTES_TO_SETTLE / 2, MAX_BATCHES_OF_ALL, wholePasses(few.encodedBytes() / every, expectedBytes));
    }

    /** Limit regardless of how large batches are. */
    private long maxBytes() {
        return 2 * (bench ? MAX_BYTES : MAX_BYTES_OF_APPLICATIONS);
    }

    /**
     * The end of a simulation.
     *
     * @param every one producer sends one out of this many records
     * @param inOrder whether all records are sent in order, rather than a representative part of them
     */
    ReplayExtent of(Depth depth, long batches, double expectedBytes, int every, boolean inOrder) {
        if (depth == Depth.ALL_RECORDS) {
            return new ReplayExtent(MAX_BYTES_TO_SETTLE / 2, batches, wholePasses(few.encodedBytes(), expectedBytes));
        }
        if (depth == Depth.COUNTED_ONLY) {
            return new ReplayExtent(MAX_BYTES_TO_SETTLE / 2, MAX_BATCHES_OF_ALL, bytesOfPasses());
        }
        if (depth == Depth.WHOLE) {
            long most = (long) Math.min(MAX_MODELLED_BYTES, MAX_MODELLED_RECORDS * few.encodedBytes() / records);
            long meant = meant(batches * expectedBytes, (double) few.encodedBytes() / every, inOrder);
            return new ReplayExtent(
                    bench ? MAX_BYTES_TO_SETTLE : MAX_BYTES_TO_SETTLE / 2,
                    batches,
                    meant,
                    // The beginning of records sent in order is not representative of the rest.
                    inOrder ? Math.max(meant, maxBytes()) : maxBytes(),
                    most);
        }
        if (depth == Depth.COMPARED) {
            return new ReplayExtent(MAX_BYTES_TO_SETTLE / 2, batches, (long) (2 * MAX_COMPARED_BYTES));
        }
        return new ReplayExtent(
                Math.max(MAX_COARSE_BYTES_TO_SETTLE, (long) (2 * MIN_LARGE_BATCHES * expectedBytes)),
                batches,
                Math.max(2 * MAX_COARSE_BYTES, (long) (MIN_LARGE_BATCHES * expectedBytes)));
    }

    /**
     * The intended number of bytes, independent of how many records a batch turns out to contain: all records, repeated
     * a whole number of times, or all of a representative part. A fraction of all records would not be representative.
     */
    private static long meant(double bytes, double bytesOfAll, boolean inOrder) {
        return (long) (inOrder ? Math.max(1, Math.floor(bytes / bytesOfAll)) * bytesOfAll : bytes);
    }

    private long affordable(Optional<Double> compressNanosPerByte, double bytesPerBatch, Depth depth) {
        if (depth == Depth.ALL_RECORDS) {
            double affordable = compressNanosPerByte
                    .map(nanos -> MAX_COMPRESSING_ALL_NANOS / nanos)
                    .orElse(Double.MAX_VALUE);
            return affordable < MIN_BATCHES * bytesPerBatch
                    ? Math.max(MIN_SLOW_BATCHES, (long) (affordable / bytesPerBatch))
                    : (long) Math.min(MAX_BATCHES_OF_ALL, affordable / bytesPerBatch);
        }
        if (depth == Depth.COMPARED) {
            return (long) Math.max(
                    MIN_COARSE_BATCHES,
                    Math.min(MAX_COMPARED_BATCHES, MAX_COMPARED_BYTES / Math.max(1, bytesPerBatch)));
        }
        if (depth != Depth.WHOLE) {
            return Math.max(
                    MIN_COARSE_BATCHES, Math.min(MAX_BATCHES, (long) (MAX_COARSE_BYTES / Math.max(1, bytesPerBatch))));
        }
        if (bench) {
            return batches(MAX_BYTES, bytesPerBatch);
        }
        double affordable =
                compressNanosPerByte.map(nanos -> MAX_COMPRESSING_NANOS / nanos).orElse(Double.MAX_VALUE);
        return affordable < MIN_BATCHES * bytesPerBatch
                ? Math.max(MIN_SLOW_BATCHES, (long) (affordable / bytesPerBatch))
                : batches(Math.min(MAX_BYTES_OF_APPLICATIONS, affordable), bytesPerBatch);
    }

    /**
     * If most of the records would be simulated, all of them are: the beginning of a log is not representative of the
     * rest.
     */
    private long orAll(long batches, double recordsPerBatch) {
        double wanted = batches * recordsPerBatch;
        return wanted < records && !BalancedStretches.areFew(wanted, records)
                ? (long) Math.ceil(records / recordsPerBatch)
                : batches;
    }

    /**
     * Bytes of all records, repeated a whole number of times to reach about the target number of records or of bytes,
     * whichever is fewer; at least once.
     */
    private long bytesOfPasses() {
        double passes = Math.min(COUNTED_RECORDS / records, COUNTED_BYTES / few.encodedBytes());
        return (long) (Math.max(1, Math.rint(passes)) * few.encodedBytes());
    }

    /** Bytes of all records, repeated as often as needed for enough batches. */
    private static long wholePasses(long bytesOfAll, double bytesPerBatch) {
        long all = Math.max(1, bytesOfAll);
        return all * Math.max(1, (long) Math.ceil(MIN_BATCHES * bytesPerBatch / all));
    }

    private static long batches(double bytes, double bytesPerBatch) {
        return Math.max(MIN_BATCHES, Math.min(MAX_BATCHES, (long) (bytes / Math.max(1, bytesPerBatch))));
    }
}
