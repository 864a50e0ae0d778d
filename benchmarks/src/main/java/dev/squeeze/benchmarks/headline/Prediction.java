package dev.squeeze.benchmarks.headline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.benchmarks.ChildProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What the command predicts for today's settings.
 *
 * @param storedBytesPerRecord including batch headers
 * @param recordsHalfWidth relative half width of the interval of records per batch; absent if the document has none
 * @param storedHalfWidth relative half width of the interval of stored bytes; that of the ratio if the document has no
 *     other
 */
record Prediction(
        double recordsPerBatch,
        double storedBytesPerRecord,
        OptionalDouble recordsHalfWidth,
        OptionalDouble storedHalfWidth) {
    private static final long TIMEOUT_SECONDS = 180;
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Runs {@code squeeze advise} like a user, and reads its document.
     *
     * @param squeeze the program
     * @param client in the notation of {@code --client}
     * @param budget in the notation of {@code --budget}; only settings other than today's depend on it
     * @param roundTrip in the notation of {@code --round-trip}
     * @throws IllegalStateException if it fails, with its output
     */
    static Prediction of(
            HeadlineCase of, CaseFile file, Path squeeze, String budget, String roundTrip, Path folder, String client)
            throws IOException, InterruptedException {
        Path output = folder.resolve("advice.json");
        List<String> command = new ArrayList<>(List.of(
                squeeze.toString(),
                "advise",
                file.path().toString(),
                "--rate",
                String.valueOf(file.recordsPerSecond()),
                "--partitions",
                String.valueOf(of.partitions()),
                "--producers",
                String.valueOf(of.producers()),
                "--client",
                client,
                "--brokers",
                "1",
                "--replication-factor",
                "1",
                "--round-trip",
                roundTrip,
                "--current",
                of.settings(),
                "--codecs",
                "none," + of.codec(),
                "--budget",
                budget,
                "--output",
                output.toString()));
        file.keyField().ifPresent(field -> command.addAll(List.of("--key-field", field)));
        file.timestampField().ifPresent(field -> command.addAll(List.of("--timestamp-field", field)));
        ChildProgram.runToEnd(command, folder.resolve("advise.log"), TIMEOUT_SECONDS);
        return read(JSON.readTree(output.toFile()));
    }

    static Prediction read(JsonNode document) {
        JsonNode today = document.at("/recommendation/current");
        double wireBytesPerSecond = number(today, "/resources/wireBytesPerSecond");
        OptionalDouble stored = halfWidth(today, "storedBytesRelativeHalfWidth");
        return new Prediction(
                number(today, "/fill/recordsPerBatch"),
                wireBytesPerSecond / number(document, "/workload/recordsPerSecond"),
                halfWidth(today, "recordsPerBatchRelativeHalfWidth"),
                stored.isPresent() ? stored : halfWidth(today, "ratioRelativeHalfWidth"));
    }

    private static double number(JsonNode node, String pointer) {
        JsonNode number = node.at(pointer);
        if (!number.isNumber()) {
            throw new IllegalStateException("the document of squeeze advise has no number at " + pointer);
        }
        return number.asDouble();
    }

    private static OptionalDouble halfWidth(JsonNode node, String name) {
        JsonNode found = node.findValue(name);
        return found != null && found.isNumber() ? OptionalDouble.of(found.asDouble()) : OptionalDouble.empty();
    }
}
