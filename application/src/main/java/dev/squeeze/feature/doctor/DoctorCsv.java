package dev.squeeze.feature.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** One row for each finding; figures that it has not are empty. */
public final class DoctorCsv {
    private static final CSVFormat FORMAT = CSVFormat.RFC4180
            .builder()
            .setRecordSeparator("\n")
            .setHeader(
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
                    "source")
            .get();

    private DoctorCsv() {}

    public static String write(DoctorResult result) {
        StringBuilder text = new StringBuilder();
        try (CSVPrinter csv = new CSVPrinter(text, FORMAT)) {
            for (Finding finding : result.diagnosis().findings()) {
                csv.printRecord(
                        finding.severity().name().toLowerCase(Locale.ROOT),
                        finding.check().number(),
                        finding.check().id(),
                        finding.topic().orElse(""),
                        finding.seen(),
                        finding.costs(),
                        String.join("\n", finding.fix()),
                        figure(finding.worth(), worth -> worth.moneyPerMonth().estimate()),
                        figure(finding.worth(), worth -> worth.moneyPerMonth().low()),
                        figure(finding.worth(), worth -> worth.moneyPerMonth().high()),
                        figure(finding.worth(), worth -> worth.wireGigabytesPerMonth()
                                .estimate()),
                        figure(finding.worth(), worth -> worth.diskGigabytes().estimate()),
                        figure(finding.worth(), Worth::cores),
                        finding.confidence().level().name().toLowerCase(Locale.ROOT),
                        finding.source());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static String figure(Optional<Worth> worth, ToDoubleFunction<Worth> figure) {
        return worth.map(known -> Double.toString(figure.applyAsDouble(known))).orElse("");
    }
}
