package dev.squeeze.engine.experiment;

import dev.squeeze.engine.drivers.ClientComparison;
import dev.squeeze.engine.drivers.CodecDriver;
import dev.squeeze.engine.measure.ClientGrid;
import dev.squeeze.engine.measure.ClientQuotient;
import dev.squeeze.engine.measure.QuickSweep;
import dev.squeeze.engine.measure.RoundTripException;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.RecordsInMemory;
import dev.squeeze.kit.source.Sample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Compression curves of other client libraries' codecs for the records that are sent, measured on demand. */
final class ClientCurves {
    private static final long SAMPLE_BYTES = 8 << 20;
    private static final long BYTES_PER_CELL = 1 << 18;

    private final List<BatchRecord> records;
    private final int threads;
    private final long seed;
    private final SweepListener listener;
    private final Consumer<String> say;
    private final Map<Asked, Optional<CompressionCurve>> known = new HashMap<>();
    private Optional<Sample> sample = Optional.empty();

    /** @param partitions number of partitions over which the records are spread; 1 if they stay together */
    private record Asked(ClientProfile client, Codec codec, int partitions) {}

    /**
     * Creates the curves; nothing is measured yet.
     *
     * @param threads number of threads that compress
     * @param say receives a message if a library's codecs could not be measured
     */
    ClientCurves(List<BatchRecord> records, int threads, long seed, SweepListener listener, Consumer<String> say) {
        this.records = records;
        this.threads = threads;
        this.seed = seed;
        this.listener = listener;
        this.say = say;
    }

    /**
     * Empty for the Java client, without compression, and if the library's driver does not run or fails the round trip.
     */
    Optional<CompressionCurve> of(Workload workload, Codec codec) {
        Asked asked = new Asked(workload.client(), codec, workload.scatters() ? workload.partitions() : 1);
        return known.computeIfAbsent(asked, this::measured);
    }

    private Optional<CompressionCurve> measured(Asked asked) {
        return CodecDriver.comparison(asked.client, new CodecGrid(List.of(asked.codec), true))
                .flatMap(client -> {
                    Sample drawn = sample.orElseGet(this::draw);
                    sample = Optional.of(drawn);
                    List<ClientQuotient> quotients = quotients(client, drawn, asked.partitions);
                    return quotients.isEmpty() ? Optional.empty() : curve(drawn, asked.codec, quotients);
                });
    }

    /** A failed round trip must not discard what was measured live. */
    private List<ClientQuotient> quotients(ClientGrid client, Sample drawn, int partitions) {
        try {
            return ClientComparison.of(client, drawn, partitions, threads, listener, say);
        } catch (RoundTripException e) {
            say.accept("predicting with ratios that the codecs of " + client.client() + " reached on other data: "
                    + e.getMessage());
            return List.of();
        }
    }

    private Optional<CompressionCurve> curve(Sample drawn, Codec codec, List<ClientQuotient> quotients) {
        try (QuickSweep sweep = new QuickSweep(BYTES_PER_CELL)) {
            return Optional.ofNullable(CompressionCurve.byCodec(
                            sweep.run(drawn, List.of(codec), listener).with(quotients))
                    .get(codec));
        }
    }

    private Sample draw() {
        return new RecordsInMemory(records).sample(QuickSweep.BATCH_BYTES, SAMPLE_BYTES, seed, threads);
    }
}
