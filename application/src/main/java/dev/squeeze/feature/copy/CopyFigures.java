package dev.squeeze.feature.copy;

import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.Observed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The metrics of each copy, named by its codec. */
public final class CopyFigures {
    private static final String SECONDS = "s";

    /** Metrics with their units. */
    public static final Map<String, String> UNITS = Map.of(
            "ratio", "x",
            "stored-bytes", "bytes",
            "disk-bytes", "bytes",
            "link-bytes", "bytes",
            "records", "records",
            "stored-bytes-per-record", "bytes",
            "client-cpu-per-million", SECONDS,
            "broker-cpu-per-million", SECONDS,
            "seconds-per-million", SECONDS);

    private CopyFigures() {}

    static List<Figure> of(CopyReport report) {
        return report.copies().stream().flatMap(copy -> of(copy).stream()).toList();
    }

    private static List<Figure> of(CopyReport.Copy copy) {
        return new Figure.Collector(copy.codec(), copy.codec())
                .add(
                        "ratio",
                        "ratio",
                        copy.bytes() > 0 ? counted(copy.uncompressedBytes(), copy.bytes()) : Optional.empty())
                .add("stored-bytes", "stored bytes", counted(copy.bytes()))
                .add("disk-bytes", "bytes on disk", counted(copy.diskBytes(), 1))
                .add("link-bytes", "bytes over the network", counted(copy.linkBytes()))
                .add("records", "records", counted(copy.records()))
                .add(
                        "stored-bytes-per-record",
                        "stored bytes per record",
                        copy.records() > 0 ? counted(OptionalLong.of(copy.bytes()), copy.records()) : Optional.empty())
                .add(
                        "client-cpu-per-million",
                        "client CPU, s per million records",
                        copy.clientCpuSecondsPerMillion().map(Observed::of))
                .add(
                        "broker-cpu-per-million",
                        "broker CPU, s per million records",
                        copy.brokerCpuSecondsPerMillion().map(Observed::of))
                .add(
                        "seconds-per-million",
                        "s per million records",
                        copy.clockSecondsPerMillion().map(Observed::of))
                .figures();
    }

    private static Optional<Observed> counted(long value) {
        return Optional.of(Observed.counted(value));
    }

    private static Optional<Observed> counted(OptionalLong value, double over) {
        return value.isPresent() ? Optional.of(Observed.counted(value.getAsLong() / over)) : Optional.empty();
    }
}
