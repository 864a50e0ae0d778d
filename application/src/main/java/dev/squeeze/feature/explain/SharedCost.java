package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * How the costs of fields differ from the cost of all fields together. If fields have something in common, the sum of
 * their individual costs is smaller than the cost of all fields removed at once; if one field explains another, it may
 * also be larger.
 *
 * @param together stored bytes per record saved by removing all fields of the values at once
 * @param alone sum of the individual costs of the fields, in stored bytes per record
 * @param shared the difference: bytes that are saved only if several fields are removed together
 * @param framing stored bytes per record that remain without any field: headers of batches and records, keys, brackets
 */
public record SharedCost(ConfidenceInterval together, double alone, double shared, double framing) {}
