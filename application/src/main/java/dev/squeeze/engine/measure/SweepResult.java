package dev.squeeze.engine.measure;

import java.util.List;
import java.util.Optional;

/**
 * What a sweep found.
 *
 * @param measurements by batch size and codec
 * @param skipped settings that were left out, with the reason
 * @param contention empty where no speed was taken
 * @param rounds complete rounds behind the speeds
 * @param interrupted true where the user ended it early
 * @param clients the codecs of other client libraries, in the same rounds; empty where none were asked for
 * @param quotients what the codecs of the client that sends make of batches, next to Java's; empty for Java, and where its
 *     driver is not there
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

    /** Without the codecs of other client libraries. */
    public SweepResult(
            List<CodecMeasurement> measurements,
            List<SkippedSetting> skipped,
            Optional<Contention> contention,
            int rounds,
            boolean interrupted) {
        this(measurements, skipped, contention, rounds, interrupted, List.of(), List.of());
    }

    /** The same, for records that a client of another language sends. */
    public SweepResult with(List<ClientQuotient> quotientsOfClient) {
        return new SweepResult(measurements, skipped, contention, rounds, interrupted, clients, quotientsOfClient);
    }
}
