package dev.squeeze.kit.document;

/** A result that holds results of other kinds, and can therefore not be held by one. */
public interface HoldsDocuments extends Result {}
