package dev.squeeze.feature.inspect;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** One row for all, each codec and each partition; figures that it has not are empty. */
public final class InspectCsv {
    private static final CSVFormat FORMAT = CSVFormat.RFC4180
            .builder()
            .setRecordSeparator("\n")
            .setHeader(
                    "part",
                    "name",
                    "batches",
                    "records",
                    "stored_bytes",
                    "ratio",
                    "ratio_low",
                    "ratio_high",
                    "ratio_n",
                    "byte_share_low",
                    "byte_share_high")
            .get();

    private InspectCsv() {}

    public static String write(InspectResult result) {
        StringBuilder text = new StringBuilder();
        TopicProfile profile = result.profile();
        try (CSVPrinter csv = new CSVPrinter(text, FORMAT)) {
            row(
                    csv,
                    "all",
                    "",
                    profile.batches(),
                    profile.records(),
                    profile.storedBytes(),
                    profile.ratio(),
                    Optional.empty());
            for (TopicProfile.CodecShare codec : profile.codecs()) {
                row(
                        csv,
                        "codec",
                        codec.codec(),
                        codec.batches(),
                        codec.records(),
                        codec.storedBytes(),
                        codec.ratio(),
                        codec.byteShare());
            }
            for (TopicProfile.Partition one : profile.partitions()) {
                row(
                        csv,
                        "partition",
                        one.partition(),
                        one.batches(),
                        one.records(),
                        one.storedBytes(),
                        Optional.empty(),
                        Optional.empty());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void row(
            CSVPrinter csv,
            String part,
            String name,
            long batches,
            long records,
            long storedBytes,
            Optional<ConfidenceInterval> ratio,
            Optional<ConfidenceInterval> byteShare)
            throws IOException {
        csv.printRecord(
                part,
                name,
                batches,
                records,
                storedBytes,
                ratio.map(one -> Double.toString(one.estimate())).orElse(""),
                ratio.map(one -> Double.toString(one.low())).orElse(""),
                ratio.map(one -> Double.toString(one.high())).orElse(""),
                ratio.map(one -> Long.toString(one.n())).orElse(""),
                byteShare.map(one -> Double.toString(one.low())).orElse(""),
                byteShare.map(one -> Double.toString(one.high())).orElse(""));
    }
}
