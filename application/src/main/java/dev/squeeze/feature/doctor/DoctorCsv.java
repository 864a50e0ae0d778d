package dev.squeeze.feature.doctor;

import dev.squeeze.kit.document.CsvTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Locale;
import java.util.Optional;

/** One row for each finding; figures that it has not are empty. */
final class DoctorCsv {
    private DoctorCsv() {}

    static String of(DoctorResult result) {
        CsvTable csv = new CsvTable(
                "severity",
                "number",
                "check",
                "topic",
                "seen",
                "costs",
                "fix",
                "money_per_month",
                "money_per_month_low",
                "money_per_month_high",
                "wire_gb_per_month",
                "disk_gb",
                "cores",
                "confidence",
                "source");
        for (Finding finding : result.diagnosis().findings()) {
            Optional<EstimatedSaving> saving = finding.worth();
            Optional<ConfidenceInterval> money = saving.map(EstimatedSaving::moneyPerMonth);
            csv.row(
                    finding.severity().name().toLowerCase(Locale.ROOT),
                    finding.check().number(),
                    finding.check().id(),
                    finding.topic(),
                    finding.seen(),
                    finding.costs(),
                    finding.fix(),
                    money.map(ConfidenceInterval::estimate),
                    money.map(ConfidenceInterval::low),
                    money.map(ConfidenceInterval::high),
                    saving.map(EstimatedSaving::wireGigabytesPerMonth).map(ConfidenceInterval::estimate),
                    saving.map(EstimatedSaving::diskGigabytes).map(ConfidenceInterval::estimate),
                    saving.map(EstimatedSaving::cores),
                    finding.confidence().level().name().toLowerCase(Locale.ROOT),
                    finding.source());
        }
        return csv.text();
    }
}
