package dev.squeeze.feature.explain;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictTrainer;
import com.github.luben.zstd.ZstdException;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The saving if producers and consumers shared a zstd dictionary. Kafka's batch format has no place for one, so this is
 * only a bound. The dictionary is trained on half of the batches and tried on the other half.
 */
final class DictionaryBound {
    /** The default size of the zstd tool. */
    private static final int DICTIONARY_BYTES = 112_640;

    private static final int MAX_TRAINING_BYTES = 6 << 20;
    private static final int MIN_TRAINING_RECORDS = 200;
    private static final long MAX_TRIED_BYTES = 6 << 20;
    private static final long MIN_TRIED_BYTES = 1 << 20;
    /** The halves are interleaved, since records change over time. */
    private static final int PARTS = 64;

    private DictionaryBound() {}

    /**
     * Stored bytes per record saved.
     *
     * @param formed batches in the order in which they are sent; if a short source is sent several times, only the
     *     first time counts
     * @param maxBytes uncompressed bytes of the batches to try it on
     * @return empty if there are too few records to train a dictionary
     */
    static Optional<ConfidenceInterval> measure(List<List<BatchRecord>> formed, Codec codec, long maxBytes) {
        List<List<BatchRecord>> batches = beforeAnyRecordComesAgain(formed);
        Optional<byte[]> dictionary = train(batches);
        if (dictionary.isEmpty()) {
            return Optional.empty();
        }
        BatchSizes sizes = new BatchSizes(batches.size());
        long tried = 0;
        long all = batches.stream()
                .flatMap(List::stream)
                .mapToLong(BatchRecord::payloadBytes)
                .sum();
        int every = (int) Math.max(1, all / 2 / Math.max(MIN_TRIED_BYTES, Math.min(maxBytes, MAX_TRIED_BYTES)));
        try (ZstdCompressCtx without = new ZstdCompressCtx();
                ZstdCompressCtx with = new ZstdCompressCtx();
                KafkaBatchCodec kafka = new KafkaBatchCodec(Codec.NONE)) {
            without.setLevel(codec.level());
            with.setLevel(codec.level());
            with.loadDict(dictionary.get());
            for (int i = 0; i < batches.size(); i++) {
                if (part(i, batches.size()) % 2 == 1 && tried++ % every == 0) {
                    List<BatchRecord> batch = batches.get(i);
                    byte[] records = recordBytes(kafka, batch);
                    int before = without.compress(records).length;
                    int after = with.compress(records).length;
                    sizes.put(
                            i,
                            new BatchSizes.Batch(
                                    batch.size(),
                                    records.length,
                                    before,
                                    List.of(),
                                    List.of(new BatchSizes.Change(before - after, 0, OptionalDouble.empty()))));
                }
            }
        }
        return sizes.haveIntervals() ? Optional.of(sizes.saved(0)) : Optional.empty();
    }

    /** A dictionary must not be tried on records that it was trained on, since it contains them. */
    private static List<List<BatchRecord>> beforeAnyRecordComesAgain(List<List<BatchRecord>> batches) {
        Set<byte[]> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < batches.size(); i++) {
            for (BatchRecord record : batches.get(i)) {
                byte[] value = record.value();
                if (value != null && value.length > 0 && !seen.add(value)) {
                    return batches.subList(0, i);
                }
            }
        }
        return batches;
    }

    private static int part(int batch, int batches) {
        return (int) ((long) batch * PARTS / batches);
    }

    private static Optional<byte[]> train(List<List<BatchRecord>> batches) {
        ZstdDictTrainer trainer = new ZstdDictTrainer(MAX_TRAINING_BYTES, DICTIONARY_BYTES);
        int records = 0;
        boolean room = true;
        for (int i = 0; i < batches.size() && room; i++) {
            if (part(i, batches.size()) % 2 == 0) {
                for (BatchRecord record : batches.get(i)) {
                    byte[] value = record.value();
                    if (value != null && value.length > 0) {
                        room = room && trainer.addSample(value);
                        records++;
                    }
                }
            }
        }
        if (records < MIN_TRAINING_RECORDS) {
            return Optional.empty();
        }
        try {
            return Optional.of(trainer.trainSamples());
        } catch (ZstdException e) {
            // The records have nothing in common, or too few bytes.
            return Optional.empty();
        }
    }

    /** The part of a batch that Kafka compresses. */
    private static byte[] recordBytes(KafkaBatchCodec kafka, List<BatchRecord> batch) {
        int bytes = batch.stream()
                .mapToInt(record -> RecordFormatV2.encodedBytes(record, batch.size(), Long.MAX_VALUE >>> 20))
                .sum();
        ByteBuffer encoded = kafka.encode(
                batch.toArray(BatchRecord[]::new), ByteBuffer.allocate(bytes + RecordFormatV2.BATCH_HEADER_BYTES));
        byte[] all = new byte[encoded.remaining()];
        encoded.get(all);
        return Arrays.copyOfRange(all, RecordFormatV2.BATCH_HEADER_BYTES, all.length);
    }
}
