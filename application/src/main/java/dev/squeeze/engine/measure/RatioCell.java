package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.TotalEstimator;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One setting at one batch size: how much of its sample has been compressed, and the resulting estimate for the whole
 * source.
 */
final class RatioCell {
    private static final int GROUP_BYTES = 1 << 18;

    private final Codec codec;
    private final BatchSample sample;
    private final Optional<ClientGrid> client;
    private double[] compressed = new double[16];
    private double[] recordBytes = new double[16];
    private double[] control = new double[16];
    private int measured;
    private long measuredBytes;
    private long compressNanos;
    private long verifyNanos;
    private long compressAllocatedBytes;
    private long verifyAllocatedBytes;

    RatioCell(Codec codec, BatchSample sample) {
        this(codec, sample, Optional.empty());
    }

    /** @param client the client whose codec it is; empty for Java's */
    RatioCell(Codec codec, BatchSample sample, Optional<ClientGrid> client) {
        this.codec = codec;
        this.sample = sample;
        this.client = client;
    }

    Optional<ClientGrid> client() {
        return client;
    }

    Codec codec() {
        return codec;
    }

    BatchSample sample() {
        return sample;
    }

    int nominalBytes() {
        return sample.nominalBytes();
    }

    /** Number of batches compressed and verified: always a prefix of the sample. */
    int measured() {
        return measured;
    }

    boolean sampleUsedUp() {
        return measured >= sample.batches().size();
    }

    /** Extends the measured prefix to {@code target} batches. Called by one thread at a time. */
    void measureUpTo(int target, BatchWorker worker) {
        int end = Math.min(target, sample.batches().size());
        while (measured < end) {
            int groupEnd = measured;
            long groupBytes = 0;
            do {
                groupBytes += sample.batches().get(groupEnd++).recordBytes();
            } while (groupEnd < end && groupBytes < GROUP_BYTES);
            List<PackedBatch> group = sample.batches().subList(measured, groupEnd);
            GroupCost cost = client.isPresent()
                    ? worker.clients().compressAndVerify(client.get(), codec, sample.nominalBytes(), group)
                    : worker.compressAndVerify(codec, sample.nominalBytes(), group);
            ensureCapacity(groupEnd);
            for (int i = 0; i < group.size(); i++) {
                compressed[measured] = cost.batchBytes()[i];
                recordBytes[measured] = group.get(i).recordBytes();
                control[measured] = sample.controlBytes().get(measured);
                measured++;
            }
            measuredBytes += groupBytes;
            compressNanos += cost.compressNanos();
            verifyNanos += cost.verifyNanos();
            compressAllocatedBytes += cost.compressAllocatedBytes();
            verifyAllocatedBytes += cost.verifyAllocatedBytes();
        }
    }

    private void ensureCapacity(int wanted) {
        if (wanted > compressed.length) {
            int grown = Math.max(wanted, 2 * compressed.length);
            compressed = Arrays.copyOf(compressed, grown);
            recordBytes = Arrays.copyOf(recordBytes, grown);
            control = Arrays.copyOf(control, grown);
        }
    }

    /** Rough speed so far, measured while other threads were running: good enough for selection, not for reporting. */
    double roughCompressNanosPerByte() {
        return (double) compressNanos / Math.max(1, measuredBytes);
    }

    double roughVerifyNanosPerByte() {
        return (double) verifyNanos / Math.max(1, measuredBytes);
    }

    double compressAllocatedBytesPerBatch() {
        return (double) compressAllocatedBytes / Math.max(1, measured);
    }

    double verifyAllocatedBytesPerBatch() {
        return (double) verifyAllocatedBytes / Math.max(1, measured);
    }

    double roughMebibytesPerSecond() {
        return 1e9 / (roughCompressNanosPerByte() * (1 << 20));
    }

    long cpuNanosFor(int batches) {
        return (long) ((roughCompressNanosPerByte() + roughVerifyNanosPerByte())
                * batches
                * sample.meanRecordBytesPerBatch());
    }

    /** The ratio over the whole source; empty if too few batches have been measured for an interval. */
    Optional<ConfidenceInterval> ratio() {
        if (codec.type() == CodecType.NONE) {
            return Optional.of(ConfidenceInterval.exact(1, sample.populationBatches()));
        }
        if (measured == 0 || (measured < 3 && measured < sample.populationBatches())) {
            return Optional.empty();
        }
        double uncompressed = sample.populationRecordBytes()
                + (double) RecordFormatV2.BATCH_HEADER_BYTES * sample.populationBatches();
        // Headers are never compressed and the number of batches is known. If they were included, the estimate would
        // spread them over the bytes and carry them over from small batches to large ones.
        double[] compressedRecords = new double[measured];
        for (int i = 0; i < measured; i++) {
            compressedRecords[i] = compressed[i] - RecordFormatV2.BATCH_HEADER_BYTES;
        }
        double headers = (double) RecordFormatV2.BATCH_HEADER_BYTES * sample.populationBatches();
        return Optional.of(
                TotalEstimator.estimate(compressedRecords, recordBytes, control, measured, sample.population())
                        .plus(headers)
                        .dividing(uncompressed));
    }

    /** Ratio of the measured batches only. */
    double roughRatio() {
        double before = 0;
        double after = 0;
        for (int i = 0; i < measured; i++) {
            before += recordBytes[i] + RecordFormatV2.BATCH_HEADER_BYTES;
            after += compressed[i];
        }
        return before / after;
    }

    /**
     * Compressed over uncompressed bytes of single batches of this size, headers included, in random order. If fewer
     * than {@code limit} batches were compressed, the control, scaled to this setting, is used for the others: the
     * worst batch in a hundred determines how a producer fills its batches, and a dozen batches do not show it.
     */
    List<Double> batchFractions(int limit) {
        double own = 0;
        double controls = 0;
        for (int i = 0; i < measured; i++) {
            own += compressed[i] - RecordFormatV2.BATCH_HEADER_BYTES;
            controls += control[i];
        }
        double scale = controls == 0 ? 0 : own / controls;
        boolean stand = codec.type() != CodecType.NONE && measured > 0;
        return IntStream.range(0, Math.min(limit, stand ? sample.batches().size() : measured))
                .filter(i -> !isRemainder(sample.batches().get(i)))
                .mapToObj(i -> i < measured
                        ? compressed[i] / (recordBytes[i] + RecordFormatV2.BATCH_HEADER_BYTES)
                        : (scale * sample.controlBytes().get(i) + RecordFormatV2.BATCH_HEADER_BYTES)
                                / (sample.batches().get(i).recordBytes() + RecordFormatV2.BATCH_HEADER_BYTES))
                .toList();
    }

    /**
     * Whether this is the last batch of the source, which contains the rest: it may be a single record, and compress
     * worse than any batch of this size.
     */
    private boolean isRemainder(PackedBatch batch) {
        return batch.firstRecord() + batch.records() == sample.populationRecords() && sample.populationBatches() > 1;
    }

    int compressedBytes(int batch) {
        return (int) compressed[batch];
    }
}
