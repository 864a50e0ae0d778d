package dev.squeeze.engine.predict;

import dev.squeeze.kit.unit.KebabCase;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;

/**
 * What clients and brokers spend CPU time on, apart from codecs: a role costs a number of nanoseconds each time that a
 * term occurs in its traffic. A term is declared only here: the fit, predictions, calibration files and reports iterate
 * over these constants, and {@link RoleCost} sums in this order.
 */
public enum CostTerm {
    SECOND(
            "CPU per second without any traffic, for polling and timers",
            SpentOn.WAKING,
            rolesExcept(CostRole.APPLICATION),
            TrafficCounts::threadSeconds),
    WAKE_UP(
            "CPU per wake-up of an application thread that slept until a record was due",
            SpentOn.WAKING,
            roles(CostRole.APPLICATION),
            (traffic, role) -> traffic.wakeUps()),
    COLD_WAKE_UP(
            "extra CPU per wake-up after several ms idle, when caches are cold and the processor sleeps more deeply",
            SpentOn.REST,
            rolesExcept(),
            TrafficCounts::coldWakeUps),
    REQUEST(
            "CPU per request",
            SpentOn.WAKING,
            roles(CostRole.SENDER, CostRole.REQUEST_HANDLER, CostRole.BROKER_NETWORK),
            (traffic, role) -> traffic.requests()),
    FETCH(
            "CPU per fetch",
            SpentOn.WAKING,
            roles(CostRole.REQUEST_HANDLER, CostRole.BROKER_NETWORK, CostRole.CONSUMER),
            (traffic, role) -> traffic.fetches()),
    BATCH("CPU per batch", SpentOn.BOTH, rolesExcept(), (traffic, role) -> traffic.batches()),
    RECORD("CPU per record", SpentOn.WORK, rolesExcept(CostRole.BROKER_NETWORK), (traffic, role) -> traffic.records()),
    BYTE(
            "CPU per uncompressed byte",
            SpentOn.WORK,
            roles(CostRole.APPLICATION, CostRole.REQUEST_HANDLER, CostRole.CONSUMER),
            (traffic, role) -> traffic.recordBytes()),
    STORED_BYTE(
            "CPU per byte as stored, compressed",
            SpentOn.BOTH,
            rolesExcept(CostRole.APPLICATION),
            (traffic, role) -> traffic.storedBytes()),
    FETCHED_PARTITION(
            "CPU per partition of a fetch after the first; a broker checks each, and again while the fetch waits",
            SpentOn.WORK,
            roles(CostRole.REQUEST_HANDLER, CostRole.BROKER_NETWORK, CostRole.CONSUMER),
            (traffic, role) -> traffic.fetchedPartitions()),
    COLD_PARTITION(
            "extra CPU per such partition after several ms idle",
            SpentOn.REST,
            roles(CostRole.REQUEST_HANDLER, CostRole.BROKER_NETWORK, CostRole.CONSUMER),
            TrafficCounts::coldPartitions),
    COLD_BATCH(
            "extra CPU per batch that follows the last one after several ms, when the data of its partition has left the caches",
            SpentOn.REST,
            rolesExcept(CostRole.APPLICATION),
            (traffic, role) -> traffic.coldBatches()),
    SCATTERED_RECORD(
            "extra CPU per record that lies far from the others of its batch in the producer's memory, because keys fill the"
                    + " batches of all partitions at the same time",
            SpentOn.WORK,
            roles(CostRole.SENDER),
            (traffic, role) -> traffic.scatteredRecords());

    /** What a term's CPU time is spent on. Machines differ in each of these independently. */
    enum SpentOn {
        /** A program's own work. */
        WORK,
        /** Waking threads, and passing bytes between them through the kernel. */
        WAKING,
        /** Both of the above. */
        BOTH,
        /** Resuming work after idle time. */
        REST
    }

    private final String meaning;
    private final SpentOn spentOn;
    private final Set<CostRole> roles;
    private final ToDoubleBiFunction<TrafficCounts, CostRole> count;

    CostTerm(String meaning, SpentOn spentOn, Set<CostRole> roles, ToDoubleBiFunction<TrafficCounts, CostRole> count) {
        this.meaning = meaning;
        this.spentOn = spentOn;
        this.roles = roles;
        this.count = count;
    }

    private static Set<CostRole> roles(CostRole... roles) {
        return EnumSet.copyOf(List.of(roles));
    }

    private static Set<CostRole> rolesExcept(CostRole... others) {
        Set<CostRole> roles = EnumSet.allOf(CostRole.class);
        roles.removeAll(List.of(others));
        return roles;
    }

    /** The terms that make up a role's work. Fitting any others would fit noise. */
    public static List<CostTerm> of(CostRole role) {
        return Arrays.stream(values()).filter(term -> term.roles.contains(role)).toList();
    }

    /** As written in documents, such as {@code cold-wake-up}. */
    public String key() {
        return KebabCase.of(this);
    }

    /** As shown in tables, such as {@code cold wake-up}. */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("wake up", "wake-up");
    }

    /** What is counted, as a phrase. */
    public String meaning() {
        return meaning;
    }

    SpentOn spentOn() {
        return spentOn;
    }

    /** How often the term occurs for a role in some traffic. */
    double countIn(TrafficCounts traffic, CostRole role) {
        return count.applyAsDouble(traffic, role);
    }
}
