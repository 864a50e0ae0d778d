package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.BatchCutter;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Compresses some batches of a sample with the codecs of another client library and with Java's, and compares what they store.
 * Both compress the same batches, so few of them tell: their quotient differs far less from batch to batch than ratios do. Where records
 * are dealt to partitions, so are those of the batches: what is less alike, another implementation finds fewer matches in.
 */
public final class ClientQuotients {
    private static final long BYTES_PER_SIZE = 1 << 19;
    private static final int MIN_BATCHES = 16;
    private static final int MAX_BATCHES = 1_000;

    /** Without these there is no interval. */
    private static final int MIN_BATCHES_FOR_INTERVAL = 3;

    /** For a codec and size, by the clock: librdkafka's zstd takes some 30 ms for a small batch at high levels, as for a large one. */
    private static final long NANOS = 300_000_000;

    /** So many times as long {@link #MIN_BATCHES} may take. */
    private static final int MAX_EXTENSION = 3;

    /** Clients that do not compress by the record hardly send larger ones, and what they make of those differs little from this. */
    private static final int MAX_BATCH_BYTES = 1 << 18;

    private ClientQuotients() {}

    /**
     * Compares the codecs. Takes a few seconds of the processors for ten codecs; of those that are slow, fewer batches are
     * compressed, so that none takes a thread much longer than 0.3 s for a size, or a second where single batches take as long.
     *
     * @param client with the codecs to compare
     * @param partitions that records which come one after the other are dealt to, by their keys or in turn; 1 where they stay together
     * @param threads that compress
     * @return by codec and batch size; fewer where the listener wanted a stop
     * @throws RoundTripException where Kafka's classes do not find the records in what the library stored
     */
    public static List<ClientQuotient> measure(
            Sample sample, ClientGrid client, int partitions, int threads, SweepListener listener) {
        List<BatchSample> sizes = sizes(sample, partitions);
        List<ClientQuotient> quotients = new ArrayList<>();
        List<Consumer<BatchWorker>> tasks = new ArrayList<>();
        AtomicInteger done = new AtomicInteger();
        for (Codec codec : client.codecs()) {
            tasks.add(worker -> {
                for (BatchSample size : sizes) {
                    if (!listener.stopRequested()) {
                        Optional<ClientQuotient> quotient = quotient(codec, size, client, worker, listener);
                        synchronized (quotients) {
                            quotient.ifPresent(quotients::add);
                        }
                    }
                }
                listener.progress(
                        "compressing with the codecs of " + client.client(),
                        (double) done.incrementAndGet() / client.codecs().size());
            });
        }
        try (WorkerPool pool = new WorkerPool(threads)) {
            pool.runAll(tasks);
        }
        quotients.sort(
                Comparator.comparing(ClientQuotient::codec).thenComparingDouble(ClientQuotient::recordBytesPerBatch));
        return quotients;
    }

    private static List<BatchSample> sizes(Sample sample, int partitions) {
        BatchSample largest = sample.sizes().get(sample.sizes().size() - 1);
        return sample.sizes().stream()
                .filter(size -> size.nominalBytes() <= MAX_BATCH_BYTES)
                .flatMap(size -> partitions == 1
                        ? Stream.of(size)
                        : Optional.of(dealt(largest.batches(), partitions, size.nominalBytes()))
                                .filter(batches -> !batches.isEmpty())
                                .map(BatchSample::of)
                                .stream())
                .toList();
    }

    /** The records of each large batch, dealt to partitions and cut into small ones there, as far as these get full. */
    private static List<PackedBatch> dealt(List<PackedBatch> large, int partitions, int nominalBytes) {
        List<PackedBatch> small = new ArrayList<>();
        long bytes = 0;
        for (PackedBatch from : large) {
            BatchCutter[] cutters = new BatchCutter[partitions];
            Arrays.setAll(cutters, partition -> new BatchCutter(nominalBytes));
            int turn = 0;
            for (BatchRecord record : from.unpack()) {
                int own = ProducerReplay.partitionOf(record, partitions);
                BatchCutter cutter = cutters[own == ProducerReplay.ANY_PARTITION ? turn++ % partitions : own];
                if (cutter.isFullFor(record)) {
                    PackedBatch full = cutter.take().orElseThrow();
                    small.add(full);
                    bytes += full.recordBytes();
                }
                cutter.add(record);
            }
            if (bytes >= BYTES_PER_SIZE && small.size() >= MIN_BATCHES) {
                break;
            }
        }
        return small;
    }

    private static Optional<ClientQuotient> quotient(
            Codec codec, BatchSample size, ClientGrid client, BatchWorker worker, SweepListener listener) {
        RatioCell javas = new RatioCell(codec, size);
        RatioCell theirs = new RatioCell(codec, size, Optional.of(client));
        int all = Math.min(batches(size), size.batches().size());
        worker.clients().start(client);
        long start = System.nanoTime();
        int target = Math.min(all, MIN_BATCHES_FOR_INTERVAL);
        while (theirs.measured() < target && !listener.stopRequested()) {
            javas.measureUpTo(target, worker);
            theirs.measureUpTo(target, worker);
            target = Math.min(all, withinTime(target, System.nanoTime() - start));
        }
        return RatioOfTotals.estimate(recordBytes(theirs), recordBytes(javas), Long.MAX_VALUE)
                .map(bytes -> new ClientQuotient(codec, size.meanRecordBytesPerBatch(), bytes));
    }

    /** How many batches there is time for where so many have taken so long. */
    private static int withinTime(int batches, long nanos) {
        double perBatch = (double) Math.max(1, nanos) / batches;
        return (int) Math.max(NANOS / perBatch, Math.min(MIN_BATCHES, MAX_EXTENSION * NANOS / perBatch));
    }

    private static int batches(BatchSample size) {
        double wanted = BYTES_PER_SIZE / size.meanRecordBytesPerBatch();
        return (int) Math.max(MIN_BATCHES, Math.min(MAX_BATCHES, wanted));
    }

    private static double[] recordBytes(RatioCell cell) {
        double[] bytes = new double[cell.measured()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = cell.compressedBytes(i) - RecordFormatV2.BATCH_HEADER_BYTES;
        }
        return bytes;
    }
}
