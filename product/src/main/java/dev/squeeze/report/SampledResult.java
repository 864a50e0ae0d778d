package dev.squeeze.report;

/** A result that rests on records which were read and sampled. */
public sealed interface SampledResult extends Result permits OfflineResult, BenchResult {
    SourceInfo source();
}
