package dev.squeeze.engine.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.drivers.DriverHello;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.MachineUsage;
import dev.squeeze.kit.environment.child.UsageCodec;
import dev.squeeze.kit.kafka.ContentDigest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The result of one worker's share of a load, as reported to the coordinator: counts of the whole trial and of the
 * worker's own window.
 *
 * @param progress of the whole trial
 * @param acknowledged digest of the whole trial
 * @param encodedBytes as defined by {@link Payload#encodedBytes}
 * @param acknowledgeNanos including the records that were never sent
 * @param window the worker's own window
 * @param refusedByStatus requests that its gateway did not answer with success
 * @param drivers the other client libraries that sent
 * @param standstillNanos the longest pause of its process
 * @param lateNanos the longest delay with which it learned of a time that had already passed
 */
record LoadReport(
        LoadProgress progress,
        ContentDigest acknowledged,
        long encodedBytes,
        SendErrors errors,
        Histogram sendNanos,
        Histogram acknowledgeNanos,
        Window window,
        Map<String, Long> refusedByStatus,
        List<DriverHello> drivers,
        long standstillNanos,
        long lateNanos) {

    /**
     * Counters of a worker between the start and the end of its window.
     *
     * @param service usage of its gateway's JVM; absent if producers sent
     * @param consumedBytes size of the keys and values that its consumers read
     * @param driversCpuNanos CPU time of its drivers' processes; absent if the Java producer sent
     */
    record Window(
            LoadProgress progress,
            JvmUsage usage,
            Optional<MachineUsage> machine,
            ProducerMetrics metrics,
            Optional<JvmUsage> service,
            Optional<Long> driversCpuNanos,
            long consumedBytes) {}

    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("progress", toJson(progress));
        json.put("digestRecords", acknowledged.records())
                .put("digestSum", acknowledged.sum())
                .put("encodedBytes", encodedBytes)
                .put("sendNanos", encoded(sendNanos))
                .put("acknowledgeNanos", encoded(acknowledgeNanos))
                .put("standstillNanos", standstillNanos)
                .put("lateNanos", lateNanos);
        ArrayNode failures = json.putArray("errors");
        errors.copy().forEach((name, kind) -> failures.addObject()
                .put("name", name)
                .put("example", kind.example())
                .put("records", kind.records()));
        ObjectNode refused = json.putObject("refusedByStatus");
        refusedByStatus.forEach(refused::put);
        ArrayNode libraries = json.putArray("drivers");
        drivers.forEach(driver -> libraries
                .addObject()
                .put("client", driver.client())
                .put("version", driver.version())
                .put("binding", driver.binding())
                .put("runtime", driver.runtime()));
        ObjectNode measured = json.putObject("window");
        measured.set("progress", toJson(window.progress()));
        measured.put("consumedBytes", window.consumedBytes());
        measured.put("usage", encoded(window.usage()))
                .put("clockNanos", window.usage().clockNanos());
        window.machine().ifPresent(machine -> measured.putObject("machine")
                .put("busy", machine.busyTicks())
                .put("idle", machine.idleTicks())
                .put("stolen", machine.stolenTicks()));
        window.service().ifPresent(service -> measured.put("service", encoded(service)));
        window.driversCpuNanos().ifPresent(nanos -> measured.put("driversCpuNanos", nanos));
        ProducerMetrics metrics = window.metrics();
        ObjectNode said = measured.putObject("metrics")
                .put("outgoingBytes", metrics.outgoingBytes())
                .put("requests", metrics.requests())
                .put("bufferWaitNanos", metrics.bufferWaitNanos())
                .put("retries", metrics.retries());
        metrics.batchBytes().ifPresent(bytes -> said.put("batchBytes", bytes));
        metrics.ratio().ifPresent(ratio -> said.put("ratio", ratio));
        return json;
    }

    /** @throws ClusterException if the report is not one that a worker of this version writes */
    static LoadReport of(JsonNode json, String worker) {
        try {
            SendErrors errors = new SendErrors();
            json.path("errors")
                    .forEach(kind -> errors.add(
                            kind.path("name").asText(),
                            kind.path("example").asText(),
                            kind.path("records").asLong()));
            JsonNode measured = json.path("window");
            JsonNode machine = measured.path("machine");
            JsonNode said = measured.path("metrics");
            return new LoadReport(
                    progress(json.path("progress")),
                    new ContentDigest(
                            json.path("digestRecords").asLong(),
                            json.path("digestSum").asLong()),
                    json.path("encodedBytes").asLong(),
                    errors,
                    histogram(json.path("sendNanos")),
                    histogram(json.path("acknowledgeNanos")),
                    new Window(
                            progress(measured.path("progress")),
                            UsageCodec.decode(measured.path("usage").asText(), UsageCodec::read),
                            machine.isObject()
                                    ? Optional.of(new MachineUsage(
                                            machine.path("busy").asLong(),
                                            machine.path("idle").asLong(),
                                            machine.path("stolen").asLong()))
                                    : Optional.empty(),
                            new ProducerMetrics(
                                    said.path("outgoingBytes").asDouble(),
                                    said.path("requests").asDouble(),
                                    said.path("bufferWaitNanos").asDouble(),
                                    said.path("retries").asDouble(),
                                    number(said, "batchBytes"),
                                    number(said, "ratio")),
                            measured.has("service")
                                    ? Optional.of(UsageCodec.decode(
                                            measured.path("service").asText(), UsageCodec::read))
                                    : Optional.empty(),
                            measured.has("driversCpuNanos")
                                    ? Optional.of(
                                            measured.path("driversCpuNanos").asLong())
                                    : Optional.empty(),
                            measured.path("consumedBytes").asLong()),
                    refused(json.path("refusedByStatus")),
                    drivers(json.path("drivers")),
                    json.path("standstillNanos").asLong(),
                    json.path("lateNanos").asLong());
        } catch (IOException | DataFormatException | IllegalArgumentException e) {
            throw new ClusterException(
                    "worker " + worker + " sent a result that cannot be read: who else writes to the control topics?",
                    e);
        }
    }

    static ObjectNode toJson(LoadProgress progress) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("sent", progress.sent())
                .put("acknowledged", progress.acknowledged())
                .put("acknowledgedBytes", progress.acknowledgedBytes())
                .put("refused", progress.refused())
                .put("bufferFull", progress.bufferFull());
    }

    static LoadProgress progress(JsonNode json) {
        return new LoadProgress(
                json.path("sent").asLong(),
                json.path("acknowledged").asLong(),
                json.path("acknowledgedBytes").asLong(),
                json.path("refused").asLong(),
                json.path("bufferFull").asLong());
    }

    private static Map<String, Long> refused(JsonNode json) {
        Map<String, Long> refused = new TreeMap<>();
        json.properties()
                .forEach(entry -> refused.put(entry.getKey(), entry.getValue().asLong()));
        return refused;
    }

    private static List<DriverHello> drivers(JsonNode json) {
        List<DriverHello> drivers = new ArrayList<>();
        json.forEach(driver -> drivers.add(new DriverHello(
                driver.path("client").asText(),
                driver.path("version").asText(),
                driver.path("binding").asText(),
                driver.path("runtime").asText())));
        return drivers;
    }

    private static OptionalDouble number(JsonNode json, String name) {
        return json.has(name) ? OptionalDouble.of(json.path(name).asDouble()) : OptionalDouble.empty();
    }

    static String encoded(JvmUsage usage) {
        try {
            return UsageCodec.encode(out -> UsageCodec.write(out, usage));
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot be written to", e);
        }
    }

    /** Encodes every count in HdrHistogram's own format. */
    static String encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    static Histogram histogram(JsonNode json) throws DataFormatException {
        byte[] bytes = Base64.getDecoder().decode(json.asText());
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    }
}
