package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.workload.GivenWorkload;
import java.time.Instant;

/**
 * What money is computed with.
 *
 * @param prices of bytes and cores
 * @param given what flags give of the topics' workloads
 * @param now when the examination is made
 */
public record TrafficOptions(Prices prices, GivenWorkload given, Instant now) {}
