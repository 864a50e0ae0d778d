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

/** What the codecs of other client libraries make of the records that are sent, measured when it is asked for. */
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

    /** @param partitions that records are dealt to; 1 where they stay together */
    private record Asked(ClientProfile client, Codec codec, int partitions) {}

    /**
     * Nothing is measured yet.
     *
     * @param threads that compress
     * @param say takes a line that says why a library's codecs were not measured
     */
    ClientCurves(List<BatchRecord> records, int threads, long seed, SweepListener listener, Consumer<String> say) {
        this.records = records;
        this.threads = threads;
        this.seed = seed;
        this.listener = listener;
        this.say = say;
    }

    /** Empty for Java's client, without a codec, and where the library's driver does not run or does not give back what it stored. */
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

    /** What was measured live is not lost for it. */
    private List<ClientQuotient> quotients(ClientGrid client, Sample drawn, int partitions) {
        try {
            return ClientComparison.of(client, drawn, partitions, threads, listener, say);
        } catch (RoundTripException e) {
            say.accept("what the codecs of " + client.client() + " make of other data is predicted with: "
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
