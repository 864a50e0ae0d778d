package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * What is left when costs of fields are added up. Costs of fields that were taken out alone make a smaller sum than all fields taken
 * out at once, where fields have something in common; where one field explains another, they may also make a larger one.
 *
 * @param together stored bytes per record that all fields of the values cost when they are taken out at once
 * @param alone sum of what each field costs alone, in stored bytes per record
 * @param shared the difference: bytes that go only when several fields go together
 * @param framing stored bytes per record that stay without any field: headers of batches and records, keys, brackets
 */
public record SharedCost(ConfidenceInterval together, double alone, double shared, double framing) {}
