package dev.squeeze.report;

/** What was found without a broker, from a sample alone. */
public sealed interface OfflineResult extends SampledResult permits MeasureResult, AdviseResult {
    SweepInfo sweep();
}
