package dev.squeeze.engine.predict;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A formula of the cost model, defined only here. {@link CostModel} evaluates it; HTML pages show it and reevaluate it
 * when a reader changes an input. Expressions consist of names of inputs and of preceding formulas, whole numbers,
 * {@code + - * /}, parentheses, two-argument {@code min} and {@code max}, and {@code floor}.
 *
 * @param name by which later formulas refer to it
 * @param title what it is
 * @param unit of its value
 * @param expression how it is computed
 */
public record CostFormula(String name, String title, Unit unit, String expression) {
    /** The cost of busy cores, one term of the total cost. */
    public static final String CPU_MONEY = "cpu_money";

    /** The unit of a formula's value. */
    public enum Unit {
        BYTES_PER_SECOND("B/s"),
        GIGABYTES_PER_MONTH("GB/month"),
        GIGABYTES("GB"),
        TIMES("times"),
        CORES("cores"),
        /** In the price list's currency, per month. */
        MONEY("money");

        private final String label;

        Unit(String label) {
            this.label = label;
        }

        /** As shown on pages. */
        @Override
        public String toString() {
            return label;
        }
    }

    /** All formulas of the cost model, in an order in which they can be evaluated. */
    public static final List<CostFormula> ALL = List.of(
            new CostFormula(
                    "uncompressed", "uncompressed bytes", Unit.BYTES_PER_SECOND, "records_per_second * record_bytes"),
            new CostFormula(
                    "sent",
                    "bytes from producers",
                    Unit.BYTES_PER_SECOND,
                    "(uncompressed + 61 * records_per_second / records_per_batch) / sent_ratio"),
            new CostFormula(
                    "wire",
                    "bytes per copy that is stored, replicated or read",
                    Unit.BYTES_PER_SECOND,
                    "(uncompressed + 61 * records_per_second / records_per_batch) / ratio"),
            new CostFormula(
                    "sent_gb",
                    "producers to brokers",
                    Unit.GIGABYTES_PER_MONTH,
                    "sent * active_share * 2628000 / 1000000000"),
            new CostFormula(
                    "wire_gb", "each copy", Unit.GIGABYTES_PER_MONTH, "wire * active_share * 2628000 / 1000000000"),
            new CostFormula(
                    "sent_crossings",
                    "zone crossings of a byte on its way from a producer",
                    Unit.TIMES,
                    "min(1, zones - 1) * (zones - 1) / zones"),
            new CostFormula(
                    "zone_replicas",
                    "minimum number of replicas per zone",
                    Unit.TIMES,
                    "floor(replication_factor / zones)"),
            // Kafka's rack-aware assignment (KIP-36) spreads replicas over zones as evenly as possible: of n replicas
            // in z zones, each zone has q = floor(n / z), and r = n - q z zones have one more. If each replica is
            // leader equally often, the mean number of followers in other zones is n - (r (q + 1)^2 + (z - r) q^2) /
            // n, which equals this.
            new CostFormula(
                    "replica_crossings",
                    "zone crossings of a byte on its way to followers",
                    Unit.TIMES,
                    "replication_factor - 1 - 2 * zone_replicas"
                            + " + zones * zone_replicas * (zone_replicas + 1) / replication_factor"),
            new CostFormula(
                    "crossings",
                    "zone crossings of a byte",
                    Unit.TIMES,
                    "replica_crossings + min(1, zones - 1) * ((zones - 1) / zones + consumer_groups *"
                            + " (follower_fetching * max(0, 1 - replication_factor / zones)"
                            + " + (1 - follower_fetching) * (zones - 1) / zones))"),
            new CostFormula(
                    "zone_gb",
                    "between zones",
                    Unit.GIGABYTES_PER_MONTH,
                    "wire_gb * crossings + (sent_gb - wire_gb) * sent_crossings"),
            new CostFormula(
                    "billed_crossings",
                    "billed zone crossings of a byte",
                    Unit.TIMES,
                    "crossings - (1 - replication_billed) * replica_crossings"),
            new CostFormula(
                    "disk_gb",
                    "on disks",
                    Unit.GIGABYTES,
                    "min(wire * active_share * kept_share * (tiered * min(retention_seconds, local_retention_seconds)"
                            + " + (1 - tiered) * retention_seconds), min(max_kept_bytes, max_local_bytes"
                            + " + (1 - tiered) * max_kept_bytes))"
                            + " * replication_factor / 1000000000"),
            new CostFormula(
                    "object_gb",
                    "in the object store",
                    Unit.GIGABYTES,
                    "tiered * min(wire * active_share * kept_share * retention_seconds, max_kept_bytes) / 1000000000"),
            new CostFormula(
                    "producer_cores", "producer cores", Unit.CORES, "uncompressed * compress_nanos / 1000000000"),
            new CostFormula(
                    "broker_cores",
                    "broker cores, validating",
                    Unit.CORES,
                    "uncompressed * decompress_nanos / 1000000000"),
            new CostFormula(
                    "consumer_cores",
                    "consumer cores, all groups",
                    Unit.CORES,
                    "consumer_groups * uncompressed * consumer_nanos / 1000000000"),
            new CostFormula(
                    "billed_share",
                    "billed bytes per byte on the wire",
                    Unit.TIMES,
                    "billed_uncompressed * uncompressed / wire + 1 - billed_uncompressed"),
            new CostFormula(
                    "zone_money",
                    "zone traffic",
                    Unit.MONEY,
                    "zone_price * wire_gb * billed_share * billed_crossings"
                            + " + zone_price * (1 - billed_uncompressed) * (sent_gb - wire_gb) * sent_crossings"),
            new CostFormula(
                    "vendor_money",
                    "vendor's traffic",
                    Unit.MONEY,
                    "(ingress_price + egress_price * consumer_groups) * wire_gb * billed_share"
                            + " + ingress_price * (1 - billed_uncompressed) * (sent_gb - wire_gb)"),
            new CostFormula(
                    "disk_money",
                    "disks",
                    Unit.MONEY,
                    "disk_price * disk_gb * (replicas_billed + (1 - replicas_billed) / replication_factor) * billed_share"
                            + " / disk_utilisation"),
            // A segment is uploaded in parts of 5 MiB, the minimum that S3 accepts: an upper bound on the number of
            // requests.
            new CostFormula(
                    "object_money",
                    "object store",
                    Unit.MONEY,
                    "object_price * object_gb * billed_share + tiered * write_price / 1000 * wire_gb * 1000000000 / 5242880"),
            new CostFormula(
                    CPU_MONEY,
                    "cores",
                    Unit.MONEY,
                    "(producer_cores + broker_cores + consumer_cores) * active_share / cpu_utilisation * vcpu_price * 730"),
            new CostFormula(
                    "money", "total", Unit.MONEY, "zone_money + vendor_money + disk_money + object_money + cpu_money"));

    /** More than any topic keeps. */
    private static final double UNBOUNDED_BYTES = 1e18;

    private static final Map<String, Expression> EXPRESSIONS = ALL.stream()
            .collect(
                    Collectors.toUnmodifiableMap(CostFormula::name, formula -> Expression.parse(formula.expression())));

    /**
     * The values of all formulas and inputs, by name.
     *
     * @throws IllegalArgumentException if an input is missing
     */
    public static Map<String, Double> evaluate(Map<String, Double> inputs) {
        Map<String, Double> values = new HashMap<>(inputs);
        for (CostFormula formula : ALL) {
            Expression expression = Objects.requireNonNull(EXPRESSIONS.get(formula.name()));
            values.put(formula.name(), expression.value(values));
        }
        return values;
    }

    /** The inputs that do not depend on producer settings, by the names that formulas use. */
    public static Map<String, Double> inputs(Workload workload, Prices prices) {
        Map<String, Double> inputs = new TreeMap<>();
        inputs.put("records_per_second", workload.recordsPerSecond());
        inputs.put("replication_factor", (double) workload.replicationFactor());
        inputs.put("consumer_groups", (double) workload.consumerGroups());
        inputs.put("retention_seconds", workload.retention().toMillis() / 1000.0);
        inputs.put("tiered", workload.localRetention().isPresent() ? 1.0 : 0.0);
        inputs.put(
                "local_retention_seconds",
                workload.localRetention().orElse(workload.retention()).toMillis() / 1000.0);
        inputs.put("zones", (double) workload.zones());
        inputs.put("zone_price", prices.zoneTransferPerGb());
        inputs.put("disk_price", prices.diskPerGbMonth());
        inputs.put("disk_utilisation", prices.diskUtilisation());
        inputs.put("vcpu_price", prices.vcpuPerHour());
        inputs.put("cpu_utilisation", prices.cpuUtilisation());
        inputs.put("follower_fetching", prices.followerFetching() ? 1.0 : 0.0);
        inputs.put("billed_uncompressed", prices.billedOn() == Prices.BilledOn.UNCOMPRESSED ? 1.0 : 0.0);
        Prices.Service service = prices.service().orElse(Prices.Service.NONE);
        inputs.put("replication_billed", service.replicationTrafficBilled() ? 1.0 : 0.0);
        inputs.put("replicas_billed", service.replicasBilled() ? 1.0 : 0.0);
        inputs.put("ingress_price", service.ingressPerGb());
        inputs.put("egress_price", service.egressPerGb());
        inputs.put(
                "object_price",
                prices.objectStore().map(Prices.ObjectStore::perGbMonth).orElse(0.0));
        inputs.put(
                "write_price",
                prices.objectStore().map(Prices.ObjectStore::perThousandWrites).orElse(0.0));
        return inputs;
    }

    /**
     * The inputs that a reader cannot change: batch size, ratio, CPU per uncompressed byte, and what limits the
     * traffic.
     */
    public static Map<String, Double> inputs(Workload workload, Prediction prediction) {
        double uncompressed = workload.uncompressedBytesPerSecond();
        double brokerNanos = prediction.resources().brokerCores() * 1e9 / uncompressed;
        double read = workload.consumerGroups() * uncompressed;
        return inputs(
                workload,
                prediction.fill(),
                prediction.sentRatio().orElse(prediction.ratio()),
                prediction.ratio(),
                prediction.resources().producerCores() * 1e9 / uncompressed,
                brokerNanos,
                // If nobody reads, assume that a first consumer group would need as much CPU as the broker needs to
                // validate.
                read == 0 ? brokerNanos : prediction.resources().consumerCores() * 1e9 / read);
    }

    /** The same from CPU nanoseconds per uncompressed byte. */
    static Map<String, Double> inputs(
            Workload workload,
            BatchFill fill,
            double sentRatio,
            double ratio,
            double compressNanos,
            double decompressNanos,
            double consumerNanos) {
        Map<String, Double> inputs = new TreeMap<>();
        inputs.put("record_bytes", workload.recordBytes());
        inputs.put("active_share", workload.activeShare().orElse(1));
        inputs.put("kept_share", workload.keptShare().orElse(1));
        inputs.put("max_kept_bytes", bound(workload.retentionBytes()));
        inputs.put("max_local_bytes", bound(workload.localRetentionBytes()));
        inputs.put("records_per_batch", fill.recordsPerBatch());
        inputs.put("sent_ratio", sentRatio);
        inputs.put("ratio", ratio);
        inputs.put("compress_nanos", compressNanos);
        inputs.put("decompress_nanos", decompressNanos);
        inputs.put("consumer_nanos", consumerNanos);
        return inputs;
    }

    private static double bound(OptionalLong bytes) {
        return bytes.isPresent() ? bytes.getAsLong() : UNBOUNDED_BYTES;
    }
}
