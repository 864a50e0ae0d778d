package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.FewForAll;
import dev.squeeze.kit.kafka.ReplayExtent;
import dev.squeeze.kit.stats.BalancedStretches;
import java.util.Optional;

/** How much of a workload is simulated for a question: enough batches, within a time. */
final class SimulatedExtent {
    private static final long MAX_BYTES_TO_SETTLE = 192L << 20;
    private static final int MAX_BATCHES = 3_000;
    private static final int MIN_BATCHES = 150;
    /** Of a codec that takes too long for more. */
    private static final int MIN_SLOW_BATCHES = 30;

    private static final long MAX_BYTES = 24L << 20;

    /** Of simulations that only sort settings. */
    private static final int MIN_COARSE_BATCHES = 40;

    private static final long MAX_COARSE_BYTES = 3L << 20;
    private static final long MAX_COARSE_BYTES_TO_SETTLE = 8L << 20;
    /** Where a producer's full batches take others along, those of a hundred scatter by a tenth from seed to seed. */
    private static final double MAX_COMPARED_BATCHES = 500;

    private static final double MAX_COMPARED_BYTES = 48L << 20;

    /** Of large batches so many are simulated all the same, and twice as many while the producer settles. */
    private static final int MIN_LARGE_BATCHES = 16;

    /** Compressing the batches of a setting takes no longer than this, however slow the codec is. */
    private static final double MAX_COMPRESSING_NANOS = 0.3e9;

    /** The same where all records are asked for. */
    private static final double MAX_COMPRESSING_ALL_NANOS = 5e9;

    /** Simulating all records in their order, compression included, where a part of them would do. */
    private static final double MAX_NANOS_INSTEAD_OF_PART = 0.6e9;

    /**
     * The same where a producer guesses how much a full batch takes by how well those before it compressed: records in any order but
     * their own make other batches.
     */
    private static final double MAX_NANOS_OF_GUESSED_BATCHES = 1e9;

    /** What a record takes without its compression, about. */
    private static final double NANOS_PER_RECORD = 1_000;

    private static final int MAX_BATCHES_OF_ALL = 1_000_000;

    /** Where nothing is compressed: enough for a per mille of records per batch, and done in some tenths of a second. */
    private static final double COUNTED_RECORDS = 60_000;

    private static final double COUNTED_BYTES = 384 << 20;

    /** Of settings on machines that are not known to the last per cent. */
    private static final long MAX_BYTES_OF_APPLICATIONS = 8L << 20;

    /** Where a producer's guess wanders, or bursts and pauses alternate, that takes hundreds of batches to average out. */
    private static final double MAX_MODELLED_BYTES = 1L << 30;

    private static final double MAX_MODELLED_RECORDS = 400_000;

    private final int records;
    private final FewForAll few;
    private final boolean bench;

    /** How much is simulated. */
    enum Depth {
        /** Enough to distinguish settings; batches are as large as measured ones of their size. */
        COARSE,
        /** Many more of these, for a comparison with batches that were seen. */
        COMPARED,
        /** As few as coarse ones, but they are compressed. */
        PROBE,
        /** Batches are compressed, and more are modelled where the number of records in one is not known by then. */
        WHOLE,
        /** Every record is sent once, as far as compressing that does not take too long. */
        ALL_RECORDS,
        /** Every record is sent many times, and no batch is compressed. */
        COUNTED_ONLY
    }

    /**
     * Of a workload's records.
     *
     * @param bench whether all runs on the machine that was measured, which is known better than machines of their own
     */
    SimulatedExtent(int records, FewForAll few, boolean bench) {
        this.records = records;
        this.few = few;
        this.bench = bench;
    }

    /**
     * How many batches.
     *
     * @param compressNanosPerByte of the codecs that compress them; absent where that was not measured
     * @param bytesPerBatch that are expected, uncompressed
     * @param recordsPerBatch that all producers send while one of them fills a batch
     */
    long batches(Optional<Double> compressNanosPerByte, double bytesPerBatch, double recordsPerBatch, Depth depth) {
        long affordable = affordable(compressNanosPerByte, bytesPerBatch, depth);
        return depth == Depth.WHOLE
                ? orAll(Math.min(affordable, (long) (maxBytes() / Math.max(1, bytesPerBatch)) + 1), recordsPerBatch)
                : affordable;
    }

    /**
     * Whether all records are simulated in their order, although fewer batches would do.
     *
     * @param compressNanosPerByte as for {@link #batches}
     * @param guessed whether batches are full, and how much goes into one depends on those before it
     * @param every of which record one producer sends
     */
    boolean affordsAll(Optional<Double> compressNanosPerByte, boolean guessed, int every) {
        double limit = guessed ? MAX_NANOS_OF_GUESSED_BATCHES : MAX_NANOS_INSTEAD_OF_PART;
        return compressNanosPerByte
                .filter(nanos -> (NANOS_PER_RECORD * records + nanos * few.encodedBytes()) / every <= limit)
                .isPresent();
    }

    /** When a simulation ends in which a producer has sent its share of all records once. */
    ReplayExtent ofAll(double expectedBytes, int every) {
        return new ReplayExtent(
                MAX_BYTES_TO_SETTLE / 2, MAX_BATCHES_OF_ALL, wholePasses(few.encodedBytes() / every, expectedBytes));
    }

    /** However large batches are. */
    private long maxBytes() {
        return 2 * (bench ? MAX_BYTES : MAX_BYTES_OF_APPLICATIONS);
    }

    /**
     * When a simulation ends.
     *
     * @param every of which record one producer sends
     * @param inOrder whether all records are sent in their order, not a representative part of them
     */
    ReplayExtent of(Depth depth, long batches, double expectedBytes, int every, boolean inOrder) {
        if (depth == Depth.ALL_RECORDS) {
            return new ReplayExtent(MAX_BYTES_TO_SETTLE / 2, batches, wholePasses(few.encodedBytes(), expectedBytes));
        }
        if (depth == Depth.COUNTED_ONLY) {
            return new ReplayExtent(MAX_BYTES_TO_SETTLE / 2, MAX_BATCHES_OF_ALL, bytesOfTurns());
        }
        if (depth == Depth.WHOLE) {
            long most = (long) Math.min(MAX_MODELLED_BYTES, MAX_MODELLED_RECORDS * few.encodedBytes() / records);
            long meant = meant(batches * expectedBytes, (double) few.encodedBytes() / every, inOrder);
            return new ReplayExtent(
                    bench ? MAX_BYTES_TO_SETTLE : MAX_BYTES_TO_SETTLE / 2,
                    batches,
                    meant,
                    // A part of what is sent in its order is not like the rest.
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
     * Bytes that are meant, however many records a batch turns out to hold: all records, so many times over as there are, or all of a
     * representative part. A share of them would not be like the rest.
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

    /** Where most of the records are simulated, all of them are: a first part of a log is not like the rest. */
    private long orAll(long batches, double recordsPerBatch) {
        double wanted = batches * recordsPerBatch;
        return wanted < records && !BalancedStretches.areFew(wanted, records)
                ? (long) Math.ceil(records / recordsPerBatch)
                : batches;
    }

    /** Bytes of all records, as many times over as make so many records, or about so many bytes where these are fewer; at least once. */
    private long bytesOfTurns() {
        double turns = Math.min(COUNTED_RECORDS / records, COUNTED_BYTES / few.encodedBytes());
        return (long) (Math.max(1, Math.rint(turns)) * few.encodedBytes());
    }

    /** Bytes of all records, as many times over as it takes for enough batches. */
    private static long wholePasses(long bytesOfAll, double bytesPerBatch) {
        long all = Math.max(1, bytesOfAll);
        return all * Math.max(1, (long) Math.ceil(MIN_BATCHES * bytesPerBatch / all));
    }

    private static long batches(double bytes, double bytesPerBatch) {
        return Math.max(MIN_BATCHES, Math.min(MAX_BATCHES, (long) (bytes / Math.max(1, bytesPerBatch))));
    }
}
