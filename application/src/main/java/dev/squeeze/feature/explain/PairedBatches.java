package dev.squeeze.feature.explain;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;

/**
 * Compresses batches as they form, and the same batches with their records changed. What differs between two batches differs in both
 * of a pair, so the difference is known far better than either size. A batch keeps its records in all trials: where {@code
 * batch.size} closes batches, smaller records would also make for more of them in a batch, which is left out.
 */
final class PairedBatches {
    /** Fewer say nothing, however slow the codec is. */
    private static final int MIN_BATCHES = 48;

    /** Where these take many times the time that there is. */
    private static final int MIN_BATCHES_OF_SLOW = 12;

    private final List<List<BatchRecord>> batches;
    private final Supplier<ValueParser> parsers;
    private final Codec codec;
    private final List<Integer> order;
    private final int threads;

    /**
     * @param batches in the order in which they leave
     * @param parsers one for each thread, of names that are frozen
     */
    PairedBatches(List<List<BatchRecord>> batches, Supplier<ValueParser> parsers, Codec codec, long seed, int threads) {
        this.batches = List.copyOf(batches);
        this.parsers = parsers;
        this.codec = codec;
        this.threads = threads;
        this.order = new ArrayList<>();
        for (int i = 0; i < batches.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(seed));
    }

    /**
     * Tries changes on the batches in a random order, all changes on each batch, until all are done or the time is over.
     *
     * @param stop asked before each batch; what was done until then counts
     */
    BatchSizes measure(List<RecordEdit> edits, Duration budget, BooleanSupplier stop, DoubleConsumer progress) {
        BatchSizes sizes = new BatchSizes(batches.size(), edits.size());
        long deadline = System.nanoTime() + budget.toNanos();
        AtomicInteger next = new AtomicInteger();
        Runnable worker = () -> {
            ValueParser parser = parsers.get();
            try (KafkaBatchCodec kafka = new KafkaBatchCodec(codec)) {
                Encoder encoder = new Encoder(kafka);
                for (int i = next.getAndIncrement(); i < order.size(); i = next.getAndIncrement()) {
                    long late = System.nanoTime() - deadline;
                    int min = late > budget.toNanos() ? MIN_BATCHES_OF_SLOW : MIN_BATCHES;
                    if (stop.getAsBoolean() || (i >= min && late > 0)) {
                        return;
                    }
                    progress.accept((double) i / order.size());
                    int batch = order.get(i);
                    sizes.put(batch, measured(batches.get(batch), edits, parser, encoder));
                }
            }
        };
        run(worker);
        return sizes;
    }

    private void run(Runnable worker) {
        ExecutorService executor = Executors.newFixedThreadPool(threads, DaemonThreads.factory("squeeze-explain"));
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                futures.add(executor.submit(worker));
            }
            for (Future<?> future : futures) {
                future.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a batch could not be compressed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while batches were compressed", e);
        } finally {
            executor.shutdownNow();
        }
    }

    private static BatchSizes.Batch measured(
            List<BatchRecord> batch, List<RecordEdit> edits, ValueParser parser, Encoder encoder) {
        List<Optional<ValueTree>> trees = batch.stream()
                .map(record -> {
                    byte[] value = record.value();
                    return value == null || edits.isEmpty() ? Optional.<ValueTree>empty() : parser.parse(value);
                })
                .toList();
        BatchRecord[] records = batch.toArray(BatchRecord[]::new);
        long raw = rawBytes(records);
        int stored = encoder.bytes(records, raw);
        double[] saved = new double[edits.size()];
        double[] rawSaved = new double[edits.size()];
        BatchRecord[] changed = new BatchRecord[records.length];
        for (int i = 0; i < saved.length; i++) {
            for (int r = 0; r < records.length; r++) {
                changed[r] = edits.get(i).apply(records[r], trees.get(r));
            }
            long changedRaw = rawBytes(changed);
            saved[i] = stored - encoder.bytes(changed, changedRaw);
            rawSaved[i] = raw - changedRaw;
        }
        return new BatchSizes.Batch(records.length, raw, stored, saved, rawSaved);
    }

    private static long rawBytes(BatchRecord[] records) {
        long bytes = 0;
        for (BatchRecord record : records) {
            bytes += RecordFormatV2.encodedBytes(record, 0, 0);
        }
        return bytes;
    }

    /** Reuses its buffer. */
    private static final class Encoder {
        private final KafkaBatchCodec kafka;
        private ByteBuffer target = ByteBuffer.allocate(1 << 16);

        Encoder(KafkaBatchCodec kafka) {
            this.kafka = kafka;
        }

        int bytes(BatchRecord[] records, long raw) {
            if (target.capacity() < raw + 1_024) {
                target = ByteBuffer.allocate((int) Math.min(Integer.MAX_VALUE - 8, 2 * raw + 1_024));
            }
            target.clear();
            return kafka.encode(records, target).remaining();
        }
    }
}
