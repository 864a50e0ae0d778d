package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Compresses some batches of a sample with the codecs of another client library and with Java's, and compares what they store.
 * Both compress the same batches, so few of them tell: their quotient differs far less from batch to batch than ratios do.
 */
public final class ClientQuotients {
    private static final long BYTES_PER_SIZE = 1 << 19;
    private static final int MIN_BATCHES = 8;
    private static final int MAX_BATCHES = 1_000;

    /** Clients that do not compress by the record hardly send larger ones, and what they make of those differs little from this. */
    private static final int MAX_BATCH_BYTES = 1 << 18;

    private ClientQuotients() {}

    /**
     * Compares the codecs. Takes about two seconds of the processors for ten codecs.
     *
     * @param client with the codecs to compare
     * @param threads that compress
     * @return by codec and batch size; fewer where the listener wanted a stop
     * @throws RoundTripException where Kafka's classes do not find the records in what the library stored
     */
    public static List<ClientQuotient> measure(Sample sample, ClientGrid client, int threads, SweepListener listener) {
        List<ClientQuotient> quotients = new ArrayList<>();
        List<Consumer<BatchWorker>> tasks = new ArrayList<>();
        AtomicInteger done = new AtomicInteger();
        for (Codec codec : client.codecs()) {
            tasks.add(worker -> {
                for (BatchSample size : sample.sizes()) {
                    if (size.nominalBytes() <= MAX_BATCH_BYTES && !listener.stopRequested()) {
                        Optional<ClientQuotient> quotient = quotient(codec, size, client, worker);
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

    private static Optional<ClientQuotient> quotient(
            Codec codec, BatchSample size, ClientGrid client, BatchWorker worker) {
        RatioCell javas = new RatioCell(codec, size);
        RatioCell theirs = new RatioCell(codec, size, Optional.of(client));
        int batches = batches(size);
        javas.measureUpTo(batches, worker);
        theirs.measureUpTo(batches, worker);
        return RatioOfTotals.estimate(recordBytes(theirs), recordBytes(javas), size.populationBatches())
                .map(bytes -> new ClientQuotient(codec, size.meanRecordBytesPerBatch(), bytes));
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
