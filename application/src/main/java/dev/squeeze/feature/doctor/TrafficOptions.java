package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.Prices;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What money is computed with where the cluster does not report it.
 *
 * @param prices of bytes and cores
 * @param consumerGroups groups that read everything once
 * @param zones availability zones; empty: the brokers' racks, else three
 * @param retention of topics; empty: as each topic is set, else a week
 * @param now when the examination is made
 */
public record TrafficOptions(
        Prices prices, int consumerGroups, OptionalInt zones, Optional<Duration> retention, Instant now) {
    static final int ASSUMED_ZONES = 3;
    static final Duration ASSUMED_RETENTION = Duration.ofDays(7);

    public TrafficOptions {
        if (consumerGroups < 0 || (zones.isPresent() && zones.getAsInt() < 1)) {
            throw new IllegalArgumentException("there is at least one zone, and no negative number of groups");
        }
    }

    /** Zones that bytes travel between. */
    public int zonesOf(int racks) {
        return zones.orElse(racks > 0 ? racks : ASSUMED_ZONES);
    }
}
