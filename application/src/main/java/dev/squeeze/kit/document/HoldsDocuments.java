package dev.squeeze.kit.document;

/** A result that contains results of other kinds, and can therefore not be contained in one. */
public interface HoldsDocuments extends Result {}
