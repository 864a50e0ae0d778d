package dev.squeeze.feature.doctor;

import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Locale;

/** One row per finding; figures that a finding does not have are empty. */
final class DoctorCsv {
    private static final CsvColumns<Finding> COLUMNS = new CsvColumns<Finding>()
            .with("severity", finding -> finding.severity().name().toLowerCase(Locale.ROOT))
            .with("number", finding -> finding.check().number())
            .with("check", finding -> finding.check().id())
            .with("topic", Finding::topic)
            .with("seen", Finding::seen)
            .with("costs", Finding::costs)
            .with("fix", Finding::fix)
            .interval(
                    "money_per_month",
                    "money_per_month_low",
                    "money_per_month_high",
                    finding -> finding.estimatedSaving().map(EstimatedSaving::moneyPerMonth))
            .with("wire_gb_per_month", finding -> finding.estimatedSaving()
                    .map(EstimatedSaving::wireGigabytesPerMonth)
                    .map(ConfidenceInterval::estimate))
            .with("disk_gb", finding -> finding.estimatedSaving()
                    .map(EstimatedSaving::diskGigabytes)
                    .map(ConfidenceInterval::estimate))
            .with("cores", finding -> finding.estimatedSaving().map(EstimatedSaving::cores))
            .with("confidence", finding -> finding.confidence().level().name().toLowerCase(Locale.ROOT))
            .with("source", Finding::source);

    private DoctorCsv() {}

    static String of(DoctorResult result) {
        return COLUMNS.text(result.diagnosis().findings());
    }
}
