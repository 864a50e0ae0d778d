package dev.squeeze.feature.explain;

import dev.squeeze.engine.encoding.DataFormat;
import dev.squeeze.feature.explain.ExplainResult.ValueFormat;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The report on the same records in other formats. */
final class FormatWording {
    /** Share of stored bytes below which a migration does not pay off by bytes alone. */
    private static final double HARDLY = 0.05;

    /** Share of stored bytes from which bytes alone justify a migration. */
    private static final double MUCH = 0.15;

    private static final double NANOS_PER_MICRO = 1_000;

    private final FormatComparison formats;
    private final String currency;
    private final DataFormat compared;

    FormatWording(ExplainResult result, FormatComparison formats) {
        this.formats = formats;
        this.currency = result.prices().currency();
        this.compared = result.format() == ValueFormat.AVRO ? DataFormat.AVRO : DataFormat.JSON;
    }

    /** The answer for the given settings. */
    String answer() {
        return verdict(formats.tables().get(0));
    }

    static String title(FormatComparison.Table table) {
        return table.settings() + (table.largerBatches() ? " (large batches)" : "");
    }

    /** About the format with the fewest stored bytes, compared with the records as they are. */
    String verdict(FormatComparison.Table table) {
        FormatComparison.Cell best = table.cells().stream()
                .filter(cell -> cell.format() != DataFormat.AS_THEY_ARE && cell.format() != compared)
                .min(Comparator.comparingDouble(
                        cell -> cell.relativeStoredBytes().estimate()))
                .orElseThrow();
        FormatComparison.Cell theirs = table.cells().get(0);
        double raw = 1 - best.rawBytesPerRecord() / theirs.rawBytesPerRecord();
        return Figures.say(
                "%s needs %s stored bytes (%s), and %s uncompressed ones: %s. %s%s",
                best.format().label(),
                fewer(best.relativeStoredBytes()),
                money(best.moneySavedPerMonth()),
                percent(raw),
                judgement(best.relativeStoredBytes(), raw, table),
                writing(table, best),
                theirs.recordsPerBatch() >= 2
                        ? ""
                        : " Batches have a single record: larger batches should be tried first.");
    }

    private static String fewer(ConfidenceInterval against) {
        double saved = 100 * (1 - against.estimate());
        double least = 100 * (1 - against.high());
        double most = 100 * (1 - against.low());
        return Figures.say(
                "%s (%s to %s) %s",
                Figures.roundPercent(Math.abs(saved)),
                Figures.roundPercent(side(saved, least, most)).replace(" %", ""),
                Figures.roundPercent(other(saved, least, most)),
                saved >= 0 ? "fewer" : "more");
    }

    private static double side(double saved, double least, double most) {
        return saved >= 0 ? least : -most;
    }

    private static double other(double saved, double least, double most) {
        return saved >= 0 ? most : -least;
    }

    private static String percent(double saved) {
        String percent = Figures.roundPercent(Math.abs(100 * saved));
        return percent.equals("0 %") ? "as many" : percent + (saved >= 0 ? " fewer" : " more");
    }

    private static String judgement(ConfidenceInterval against, double raw, FormatComparison.Table table) {
        boolean compressed = !table.settings().codec().equals(Codec.NONE);
        String eaten = compressed && raw > HARDLY
                ? "no gain, since " + table.settings().codec().type().label() + " removes the difference"
                : "no gain";
        if (against.high() >= 1) {
            return eaten;
        }
        double saved = 1 - against.estimate();
        if (saved < HARDLY) {
            return "not worth a migration for bytes alone";
        }
        return saved < MUCH
                ? "useful if the format changes anyway, but hardly a reason to change it"
                : compressed ? "worth a closer look" : "but a codec achieves that with less work";
    }

    /** CPU time of writing and reading, including compression, compared with today's format. */
    private String writing(FormatComparison.Table table, FormatComparison.Cell best) {
        Optional<Double> write = cpu(table, best, true);
        Optional<Double> read = cpu(table, best, false);
        return write.isPresent() && read.isPresent()
                ? Figures.say(
                        "Writing and compressing take %.1fx, decompressing and parsing %.1fx the CPU time of %s.",
                        write.get(), read.get(), compared.label())
                : "";
    }

    private Optional<Double> cpu(FormatComparison.Table table, FormatComparison.Cell cell, boolean writing) {
        FormatComparison.Cell base = table.cells().stream()
                .filter(each -> each.format() == compared)
                .findFirst()
                .orElseThrow();
        return nanos(cell, writing).flatMap(own -> nanos(base, writing).map(theirs -> own / theirs));
    }

    private Optional<Double> nanos(FormatComparison.Cell cell, boolean writing) {
        Optional<ConfidenceInterval> codec = writing ? cell.compressNanos() : cell.decompressNanos();
        Optional<ConfidenceInterval> serialiser =
                writing ? values(cell).serialiseNanos() : values(cell).parseNanos();
        return codec.flatMap(first -> serialiser.map(second -> first.estimate() + second.estimate()));
    }

    private FormatComparison.Values values(FormatComparison.Cell cell) {
        return formats.formats().stream()
                .filter(each -> each.format() == cell.format())
                .findFirst()
                .orElseThrow();
    }

    private String money(ConfidenceInterval saved) {
        return Figures.say(
                "%s %s/month %s",
                ExplainWording.withHalfWidth(saved.estimate() >= 0 ? saved : saved.negated()),
                currency,
                saved.estimate() >= 0 ? "less" : "more");
    }

    TextTable table(FormatComparison.Table table) {
        TextTable rows = new TextTable(1)
                .row(
                        "format",
                        "uncompressed\nB/record",
                        "stored\nB/record",
                        "stored,\nchange %",
                        currency + "\n/month",
                        "serialise\nus",
                        "compress\nus",
                        "decompress\nus",
                        "parse\nus");
        for (FormatComparison.Cell cell : table.cells()) {
            boolean first = cell.format() == DataFormat.AS_THEY_ARE;
            rows.row(
                    cell.format().label(),
                    Figures.number(cell.rawBytesPerRecord()),
                    Figures.number(cell.storedBytesPerRecord()),
                    first ? "" : change(cell.relativeStoredBytes()),
                    first
                            ? ""
                            : signed("%+,.0f", 0.0 - cell.moneySavedPerMonth().estimate()),
                    micros(values(cell).serialiseNanos()),
                    micros(cell.compressNanos()),
                    micros(cell.decompressNanos()),
                    micros(values(cell).parseNanos()));
        }
        return rows;
    }

    private static String change(ConfidenceInterval against) {
        return signed("%+.1f", 100 * (against.estimate() - 1))
                + Figures.say(" ±%.1f", 100 * Math.max(against.high() - against.estimate(), 0));
    }

    /** Without a sign if rounded to zero. */
    private static String signed(String format, double value) {
        String text = Figures.say(format, value);
        return text.matches("[+-][0.]+") ? text.substring(1) : text;
    }

    private static String micros(Optional<ConfidenceInterval> nanos) {
        return nanos.map(known -> ExplainWording.withHalfWidth(known.times(1 / NANOS_PER_MICRO)))
                .orElse("");
    }

    /** What each format loses, and in how many records. */
    List<String> losses() {
        List<String> lines = new ArrayList<>();
        for (FormatComparison.Values values : formats.formats()) {
            List<String> lost = new ArrayList<>();
            values.losses()
                    .forEach(loss -> lost.add(Figures.say(
                            "%s (%s of records)",
                            loss.loss().words(), ExplainWording.share((double) loss.records() / formats.records()))));
            if (values.roundTripFailures() > 0) {
                lost.add(Figures.say(
                        "%s cannot be written and stay as they are",
                        Figures.count(values.roundTripFailures(), "record")));
            }
            if (values.format() != DataFormat.AS_THEY_ARE) {
                lines.add(values.format().label() + ": "
                        + (lost.isEmpty() ? "nothing is lost" : String.join("; ", lost)));
            }
        }
        if (formats.others() > 0) {
            lines.add(Figures.say(
                    "%s not a document and stay as they are in every format.",
                    formats.others() == 1 ? "1 value is" : Figures.say("%,d values are", formats.others())));
        }
        return lines;
    }

    List<String> method() {
        return List.of(
                Figures.say(
                        "%s with an inferred schema; each value was read back and compared, except for the listed losses.",
                        Figures.count(formats.records(), "record")),
                "Batches were formed again for each format, since more of the smaller records fit in one. ± of bytes is from"
                        + " comparing the same stretches of records in both formats, ± of CPU times from rounds over all formats.",
                "Avro values include five bytes for the schema id, Protobuf values none. Objects are Jackson trees, Avro generic"
                        + " records and Protobuf dynamic messages: generated classes need less CPU time, for Protobuf much less.");
    }
}
