package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The workload, the limits and the prices of a recommendation, by the flags that set them. */
final class WorkloadLines {
    private final AdviseResult result;
    private final AdviceRequest request;
    private final Workload workload;
    private final FromLog from;

    WorkloadLines(AdviseResult result) {
        this.result = result;
        request = result.request();
        workload = result.workload();
        from = request.fromLog();
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(rate(), topology(), current(), objective(), prices()));
        result.cpuBasis().ifPresent(lines::add);
        return lines;
    }

    private String rate() {
        return String.format(
                Locale.ROOT,
                "--rate %s%s: %s records/s, %s/s uncompressed",
                request.rate(),
                request.rateIsAssumed() ? " (assumed)" : from.rate() ? " (from the log's timestamps)" : "",
                Figures.number(workload.recordsPerSecond()),
                ByteCount.binary(workload.uncompressedBytesPerSecond()));
    }

    private String topology() {
        return String.format(
                Locale.ROOT,
                "--partitions %d%s  --producers %d%s  --brokers %d  --replication-factor %d  --consumer-groups %d  %s",
                workload.partitions(),
                from.partitions() ? " (of the log)" : "",
                workload.producers(),
                from.producers() ? " (from the size of the log's batches)" : "",
                workload.brokers(),
                workload.replicationFactor(),
                workload.consumerGroups(),
                workload.keyed() ? "(keyed)" : "(no keys: sticky partitioner)");
    }

    private String current() {
        return String.format(
                Locale.ROOT,
                "--retention %s%s  --zones %d  --current %s%s",
                DurationText.format(workload.retention()).replace(" ", ""),
                workload.localRetention()
                        .map(local -> "  --local-retention "
                                + DurationText.format(local).replace(" ", ""))
                        .orElse(""),
                workload.zones(),
                String.join(",", request.current().configLines()),
                from.batches() ? " (the log's codec, and the client's defaults for what a log does not show)" : "");
    }

    /** Rate, partitions, producers and today's settings in a line, with what was assumed. */
    static String brief(AdviseResult result) {
        AdviceRequest request = result.request();
        Workload workload = result.workload();
        return String.format(
                Locale.ROOT,
                "at %s%s over %d partitions from %d producer%s%s; today %s%s",
                request.rate(),
                request.rateIsAssumed() ? " (assumed)" : "",
                workload.partitions(),
                workload.producers(),
                workload.producers() == 1 ? "" : "s",
                workload.keyed() ? ", keyed" : "",
                request.current(),
                request.fromLog().batches() ? " (codec from the log)" : "");
    }

    private String objective() {
        return String.format(
                Locale.ROOT,
                "--optimize %s%s%s",
                request.objective().name().toLowerCase(Locale.ROOT),
                limit("  --max-latency %.0fms", request.limits().maxLatencyMillis()),
                limit("  --max-producer-cores %.2f", request.limits().maxProducerCores())
                        + (request.limits().coresAreAssumed() ? " (what one thread of each producer can do)" : ""));
    }

    private static String limit(String format, OptionalDouble limit) {
        return limit.isPresent() ? String.format(Locale.ROOT, format, limit.getAsDouble()) : "";
    }

    private String prices() {
        Prices prices = result.prices();
        return String.format(
                Locale.ROOT,
                "--prices %s (%s): zone traffic %s, disk %s/month at %.0f %% full, vCPU %s/h at %.0f %% busy%s, in %s%s",
                prices.name(),
                prices.date(),
                Figures.number(prices.zoneTransferPerGb()) + "/GB",
                Figures.number(prices.diskPerGbMonth()) + "/GB",
                100 * prices.diskUtilisation(),
                Figures.number(prices.vcpuPerHour()),
                100 * prices.cpuUtilisation(),
                further(prices),
                prices.currency(),
                prices.billedOn() == Prices.BilledOn.UNCOMPRESSED ? ", billed on uncompressed bytes" : "");
    }

    /** What only some workloads and price lists have. */
    private String further(Prices prices) {
        StringBuilder words = new StringBuilder();
        prices.service().ifPresent(service -> {
            if (service.ingressPerGb() > 0 || service.egressPerGb() > 0) {
                words.append(Figures.say(
                        ", vendor's traffic %s/GB in and %s/GB out",
                        Figures.number(service.ingressPerGb()), Figures.number(service.egressPerGb())));
            }
            words.append(service.replicationTrafficBilled() ? "" : ", traffic between brokers free");
            words.append(service.replicasBilled() ? "" : ", one replica billed");
        });
        if (workload.localRetention().isPresent()) {
            words.append(prices.objectStore()
                    .map(store -> Figures.say(
                            ", object store %s/GB/month and %s per 1,000 writes",
                            Figures.number(store.perGbMonth()), Figures.number(store.perThousandWrites())))
                    .orElse(", object store not priced"));
        }
        return words.toString();
    }
}
