package dev.squeeze.kit.document;

/** A result that is based on a sample of records. */
public interface SampledResult extends Result {
    SourceInfo source();
}
