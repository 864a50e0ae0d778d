package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.Sample;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * How the sizes of records scatter. A producer closes a batch when the next record does not fit UNCOMPRESSED into what the
 * guess leaves of {@code batch.size}, so a few large records close many batches early; the mean size does not show it.
 */
public final class RecordSizes {
    private static final int MAX_RECORDS = 20_000;

    private final double[] ascending;
    private final double[] cumulative;

    private RecordSizes(DoubleStream sizes) {
        ascending = sizes.sorted().toArray();
        cumulative = ascending.clone();
        Arrays.parallelPrefix(cumulative, Double::sum);
    }

    /** Records that are all of one size. */
    public static RecordSizes constant(double bytes) {
        return new RecordSizes(DoubleStream.of(bytes));
    }

    /** The sizes in a sample, framing included. */
    public static RecordSizes of(Sample sample) {
        BatchSample largest = sample.sizes().stream()
                .max(Comparator.comparingInt(BatchSample::nominalBytes))
                .orElseThrow();
        if (largest.batches().isEmpty()) {
            return constant((double) largest.populationRecordBytes() / largest.populationRecords());
        }
        return new RecordSizes(largest.batches().stream()
                .flatMap(RecordSizes::records)
                .limit(MAX_RECORDS)
                .mapToDouble(Integer::doubleValue));
    }

    private static java.util.stream.Stream<Integer> records(PackedBatch batch) {
        BatchRecord[] records = batch.unpack();
        return java.util.stream.IntStream.range(0, records.length)
                .mapToObj(at -> RecordFormatV2.encodedBytes(
                        records[at], at, records[at].timestampMillis() - batch.baseTimestampMillis()));
    }

    double mean() {
        return cumulative[cumulative.length - 1] / cumulative.length;
    }

    /** Fills batches with records drawn from the sizes: the small ones in runs, the others one by one. */
    final class Filler {
        private static final double SMALL_SHARE_OF_ROOM = 1 / 64.0;

        /** What a batch that begins with a larger record than {@code batch.size} gets besides it. */
        private static final int ALLOWANCE_BYTES = 21;

        private final SplittableRandom random;
        private final double roomBytes;
        private final int smalls;
        private final double smallMean;
        private final double smallShare;
        private double carriedBytes;
        private double bytes;

        Filler(double roomBytes, SplittableRandom random) {
            this.roomBytes = roomBytes;
            this.random = random;
            int at = Arrays.binarySearch(ascending, SMALL_SHARE_OF_ROOM * roomBytes);
            smalls = at < 0 ? -at - 1 : at;
            smallMean = smalls == 0 ? 0 : cumulative[smalls - 1] / smalls;
            smallShare = (double) smalls / ascending.length;
            carriedBytes = ascending[random.nextInt(ascending.length)];
        }

        /** Uncompressed bytes of the last batch. */
        double bytes() {
            return bytes;
        }

        /**
         * Fills one batch; the record that did not fit begins the next.
         *
         * @param perByte what a byte in the batch is taken to be once compressed
         * @return records in it
         */
        int fill(double perByte) {
            double room = Math.max(roomBytes, carriedBytes + ALLOWANCE_BYTES);
            bytes = carriedBytes;
            int records = 1;
            while (true) {
                int run = run();
                if (run > 0) {
                    int fitting = (int) Math.ceil(((room - smallMean) / perByte - bytes) / smallMean);
                    int taken = Math.max(0, Math.min(run, fitting));
                    records += taken;
                    bytes += taken * smallMean;
                    if (fitting < run) {
                        carriedBytes = smallMean;
                        return records;
                    }
                }
                double next = ascending[smalls + random.nextInt(ascending.length - smalls)];
                if (perByte * bytes + next > room) {
                    carriedBytes = next;
                    return records;
                }
                records++;
                bytes += next;
            }
        }

        /** Small records before the next large one. */
        private int run() {
            if (smalls == 0) {
                return 0;
            }
            return smalls == ascending.length
                    ? Integer.MAX_VALUE
                    : (int) (Math.log(1 - random.nextDouble()) / Math.log(smallShare));
        }
    }
}
