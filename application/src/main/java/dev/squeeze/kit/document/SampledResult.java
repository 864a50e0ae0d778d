package dev.squeeze.kit.document;

/** A result that rests on records which were read and sampled. */
public interface SampledResult extends Result {
    SourceInfo source();
}
