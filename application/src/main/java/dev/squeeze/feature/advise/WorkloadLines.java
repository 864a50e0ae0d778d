package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The workload, the limits and the prices of a recommendation, with the flags that set them. */
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
        List<String> lines = new ArrayList<>(List.of(rate(), topology(), replicas(), current(), objective(), prices()));
        result.cpuBasis().ifPresent(lines::add);
        result.origins().ifPresent(origins -> lines.addAll(origins.notes()));
        return lines;
    }

    private String rate() {
        return String.format(
                Locale.ROOT,
                "--rate %s%s: %s records/s, %s/s uncompressed%s",
                request.rate(),
                from(WorkloadPart.RATE, request.rateIsAssumed() ? " (assumed)" : from.rate() ? " (from the log)" : ""),
                Figures.number(workload.recordsPerSecond()),
                ByteCount.binary(workload.uncompressedBytesPerSecond()),
                partOfTheTime(workload));
    }

    /** Monthly amounts use the mean rate until now; batches use the rate of the time in which records arrived. */
    private static String partOfTheTime(Workload workload) {
        return workload.activeShare().isPresent()
                ? String.format(
                        Locale.ROOT,
                        ", for %s %% of the time since the oldest record",
                        Figures.number(100 * workload.activeShare().getAsDouble()))
                : "";
    }

    private String topology() {
        return String.format(
                Locale.ROOT,
                "--partitions %d%s  --producers %d%s  %s",
                workload.partitions(),
                from(WorkloadPart.PARTITIONS, from.partitions() ? " (from the log)" : ""),
                workload.producers(),
                from(WorkloadPart.PRODUCERS, from.producers() ? " (from the log)" : ""),
                partitioning());
    }

    private String partitioning() {
        if (workload.keyed()) {
            return "(keyed)";
        }
        return workload.producing().isSticky()
                ? "(no keys: sticky partitioner)"
                : "(no keys: partition chosen per record)";
    }

    private String replicas() {
        return String.format(
                Locale.ROOT,
                "--brokers %d%s  --replication-factor %d%s  --consumer-groups %d%s",
                workload.brokers(),
                from(WorkloadPart.BROKERS, ""),
                workload.replicationFactor(),
                from(WorkloadPart.REPLICATION_FACTOR, ""),
                workload.consumerGroups(),
                from(WorkloadPart.CONSUMER_GROUPS, ""));
    }

    private String current() {
        return String.format(
                Locale.ROOT,
                "--retention %s%s%s  --zones %d%s%s  --current %s%s",
                DurationText.format(workload.retention()).replace(" ", ""),
                from(WorkloadPart.RETENTION, ""),
                workload.localRetention()
                        .map(local -> "  --local-retention "
                                + DurationText.format(local).replace(" ", ""))
                        .orElse(""),
                workload.zones(),
                from(WorkloadPart.ZONES, ""),
                workload.producing().equals(Client.of(ClientProfile.JAVA))
                        ? ""
                        : "  --client " + workload.producing().label(),
                String.join(",", request.current().configLines()),
                from.batches() ? " (what the log shows, otherwise the client's defaults)" : "");
    }

    /** @param earlier the text for documents of earlier versions */
    private String from(WorkloadPart part, String earlier) {
        return result.origins().map(origins -> origins.words(part)).orElse(earlier);
    }

    /** Rate, partitions, producers and today's settings in one line, with what was assumed. */
    static String brief(AdviseResult result) {
        AdviceRequest request = result.request();
        Workload workload = result.workload();
        return String.format(
                Locale.ROOT,
                "at %s%s%s over %d partition%s from %d producer%s%s; today %s%s",
                request.rate(),
                request.rateIsAssumed() ? " (assumed)" : "",
                partOfTheTime(workload),
                workload.partitions(),
                workload.partitions() == 1 ? "" : "s",
                workload.producers(),
                workload.producers() == 1 ? "" : "s",
                workload.keyed() ? ", keyed" : "",
                request.current(),
                originOfToday(request.fromLog()));
    }

    private static String originOfToday(FromLog fromLog) {
        if (!fromLog.batches()) {
            return "";
        }
        return fromLog.givenSettings().isPresent() ? " (batches from the log)" : " (from the log, otherwise defaults)";
    }

    private String objective() {
        return String.format(
                Locale.ROOT,
                "--optimize %s%s%s",
                request.objective().name().toLowerCase(Locale.ROOT),
                limit("  --max-latency %.0fms", request.limits().maxLatencyMillis()),
                limit(
                        request.limits().coresAreAssumed()
                                ? "  (sending threads: %.2f cores in total, one per producer)"
                                : "  --max-producer-cores %.2f",
                        request.limits().maxProducerCores()));
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

    /** Prices that only some workloads and price lists have. */
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
