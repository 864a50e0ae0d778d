package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.workload.GivenWorkload;
import java.time.Instant;

/**
 * What money is computed from.
 *
 * @param prices of bytes and cores
 * @param given what flags give about the topics' workloads
 * @param now time of the examination
 */
public record TrafficOptions(Prices prices, GivenWorkload given, Instant now) {}
