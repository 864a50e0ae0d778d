package dev.squeeze.feature.plan;

import dev.squeeze.feature.advise.Savings;
import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.unit.KebabCase;
import java.util.Optional;

/** One row for each planned change, in the order of the rollout. */
final class PlanCsv {
    private static final CsvColumns<PlannedChange> COLUMNS = new CsvColumns<PlannedChange>()
            .with("wave", change -> KebabCase.of(change.wave()))
            .with("topic", PlannedChange::topic)
            .with("team", PlannedChange::owner)
            .with("codec_today", change -> change.from().codec())
            .with("codec", change -> change.to().codec())
            .with("batch_size", change -> change.to().batchSizeBytes())
            .with("linger_ms", change -> change.to().lingerMillis())
            .with("money_month", PlannedChange::moneyToday)
            .interval(
                    "saved_money_month", "saved_money_low", "saved_money_high", change -> Optional.of(change.savings())
                            .map(Savings::money))
            .interval(
                    "saved_wire_gb_month", "saved_wire_low", "saved_wire_high", change -> Optional.of(change.savings())
                            .map(Savings::wireGigabytes))
            .interval("saved_disk_gb", "saved_disk_low", "saved_disk_high", change -> Optional.of(change.savings())
                    .map(Savings::diskGigabytes))
            .interval("saved_cores", "saved_cores_low", "saved_cores_high", change -> Optional.of(change.savings())
                    .map(Savings::cores))
            .with("needs", change -> String.join(" ", change.needs()))
            .with("afterwards", change -> String.join(" ", change.afterwards()))
            .with("stop_where", change -> String.join(" ", change.guards()))
            .with("state", change -> change.progress().map(progress -> KebabCase.of(progress.state())))
            .with("share_of_codec", change -> change.progress().flatMap(PlannedChange.Progress::shareOfCodec))
            .with("records_per_batch", change -> change.progress().flatMap(PlannedChange.Progress::recordsPerBatch))
            .with("other_codec", change -> change.progress().flatMap(PlannedChange.Progress::otherCodec));

    private PlanCsv() {}

    static String of(PlanResult plan) {
        return COLUMNS.text(plan.changes());
    }
}
