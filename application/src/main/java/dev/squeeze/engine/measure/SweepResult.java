package dev.squeeze.engine.measure;

import java.util.List;
import java.util.Optional;

/**
 * The result of a sweep.
 *
 * @param measurements by batch size and codec
 * @param skipped settings that were skipped, with the reason
 * @param contention empty if no speed was measured
 * @param rounds number of complete rounds that the speeds are based on
 * @param interrupted whether the user ended it early
 * @param clients the codecs of other client libraries, in the same rounds; empty if none were requested
 * @param quotients batch sizes with the codecs of the sending client, relative to Java's; empty for Java, and if its
 *     driver is not available
 */
public record SweepResult(
        List<CodecMeasurement> measurements,
        List<SkippedSetting> skipped,
        Optional<Contention> contention,
        int rounds,
        boolean interrupted,
        List<ClientSweep> clients,
        List<ClientQuotient> quotients) {
    public SweepResult {
        measurements = List.copyOf(measurements);
        skipped = List.copyOf(skipped);
        clients = List.copyOf(clients);
        quotients = List.copyOf(quotients);
    }

    /** A result without the codecs of other client libraries. */
    public SweepResult(
            List<CodecMeasurement> measurements,
            List<SkippedSetting> skipped,
            Optional<Contention> contention,
            int rounds,
            boolean interrupted) {
        this(measurements, skipped, contention, rounds, interrupted, List.of(), List.of());
    }

    /** The same, for records sent by a client in another language. */
    public SweepResult with(List<ClientQuotient> quotientsOfClient) {
        return new SweepResult(measurements, skipped, contention, rounds, interrupted, clients, quotientsOfClient);
    }
}
