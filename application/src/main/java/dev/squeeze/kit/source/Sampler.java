package dev.squeeze.kit.source;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.format.BareCodec;
import dev.squeeze.kit.format.BareLibraries;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Reads a source once and draws a sample for every batch size. */
public final class Sampler {
    /**
     * The cheap compressor whose output is known for all batches, so that expensive ones need to compress only a few.
     */
    private static final Codec CONTROL = new Codec(CodecType.ZSTD, 1);

    private static final int TASK_BYTES = 1 << 18;
    private static final int TASKS_IN_FLIGHT = 32;

    private Sampler() {}

    /**
     * Draws the sample. Memory stays within the plan's bytes for each batch size plus a fixed amount.
     *
     * @throws SourceException if the source cannot be read
     */
    public static Sample draw(RecordSource source, SamplingPlan plan, RecordSource.ReadProgress progress) {
        List<SizeSampler> sizes = new ArrayList<>();
        for (int nominal : plan.batchBytes()) {
            sizes.add(new SizeSampler(nominal, plan));
        }
        RecordSizeHistogram recordBytes = new RecordSizeHistogram();
        TimestampSpan timestamps = new TimestampSpan();
        RecordSource.ReadReport report;
        try (ControlPool control = new ControlPool(plan.workers())) {
            report = source.read(
                    record -> {
                        recordBytes.add(record.payloadBytes());
                        timestamps.add(record.timestampMillis());
                        for (SizeSampler size : sizes) {
                            size.add(record, control.pending);
                        }
                        control.submitWhenLarge();
                        return true;
                    },
                    progress);
            for (SizeSampler size : sizes) {
                size.finish(control.pending);
            }
            control.finish();
        }
        // Only the source knows which part of the topic its stretches represent.
        boolean byRecords = report.stored().isEmpty() && report.hasTimestamps();
        long records = report.records();
        Optional<ObservedRate> rate = byRecords
                ? timestamps.span().flatMap(span -> span.rateOf(records - 1))
                : report.stored().flatMap(StoredBatches::rate);
        return new Sample(
                byRecords ? report.withNotices(timestamps.notices()) : report,
                recordBytes.summary(),
                plan.seed(),
                rate,
                sizes.stream().map(SizeSampler::sample).toList());
    }

    /** Compresses closed batches while reading continues, with a bounded queue. */
    private static final class ControlPool implements AutoCloseable {
        final List<SizeSampler.ControlTask> pending = new ArrayList<>();
        private final ExecutorService executor;
        private final ThreadLocal<ControlCompressor> compressors = ThreadLocal.withInitial(ControlCompressor::new);
        private final Semaphore inFlight = new Semaphore(TASKS_IN_FLIGHT);
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        private final List<ControlCompressor> opened = new ArrayList<>();

        ControlPool(int workers) {
            executor = Executors.newFixedThreadPool(workers, DaemonThreads.factory("squeeze-control"));
        }

        void submitWhenLarge() {
            if (pending.size() >= 256
                    || (!pending.isEmpty()
                            && pending.stream()
                                            .mapToLong(task -> task.batch().recordBytes())
                                            .sum()
                                    >= TASK_BYTES)) {
                submit();
            }
        }

        private void submit() {
            List<SizeSampler.ControlTask> tasks = List.copyOf(pending);
            pending.clear();
            inFlight.acquireUninterruptibly();
            executor.execute(() -> {
                try {
                    ControlCompressor compressor = compressors.get();
                    for (SizeSampler.ControlTask task : tasks) {
                        SizeSampler.controlled(
                                task.drawn(),
                                compressor.compressedBytes(task.batch().encodedRecords()));
                    }
                } catch (RuntimeException | Error e) {
                    failure.compareAndSet(null, e);
                } finally {
                    inFlight.release();
                }
            });
        }

        /** Waits for all submitted tasks. */
        void finish() {
            if (!pending.isEmpty()) {
                submit();
            }
            inFlight.acquireUninterruptibly(TASKS_IN_FLIGHT);
            inFlight.release(TASKS_IN_FLIGHT);
            Throwable failed = failure.get();
            if (failed instanceof Error error) {
                // Such as a library that cannot be loaded, for which the command line has its own message.
                throw error;
            }
            if (failed != null) {
                throw new IllegalStateException("the control compressor failed", failed);
            }
        }

        @Override
        public void close() {
            // Native state must not be freed before all tasks have ended.
            inFlight.acquireUninterruptibly(TASKS_IN_FLIGHT);
            executor.shutdown();
            synchronized (opened) {
                opened.forEach(ControlCompressor::close);
            }
        }

        private final class ControlCompressor {
            private final BareCodec codec = BareLibraries.open(CONTROL);
            private byte[] target = new byte[0];

            ControlCompressor() {
                synchronized (opened) {
                    opened.add(this);
                }
            }

            int compressedBytes(byte[] bytes) {
                int bound = codec.maxCompressedLength(bytes.length);
                if (target.length < bound) {
                    target = new byte[bound];
                }
                return codec.compress(bytes, 0, bytes.length, target, 0);
            }

            void close() {
                codec.close();
            }
        }
    }
}
