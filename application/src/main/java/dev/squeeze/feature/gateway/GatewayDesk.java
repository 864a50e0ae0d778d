package dev.squeeze.feature.gateway;

import dev.squeeze.kit.cluster.OwnService;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.EncodedUsage;
import dev.squeeze.kit.environment.FlightRecorderException;
import dev.squeeze.kit.environment.FlightRecording;
import dev.squeeze.kit.environment.JvmUsage;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers what the parent of a gateway asks, a line for a line in their order: {@code squeeze bench} tells by it what the
 * gateway's process uses apart from its own.
 */
public final class GatewayDesk {
    static final String USAGE = "USAGE";
    static final String DELIVERY = "DELIVERY";
    static final String RECORD = "RECORD";
    static final String SAVE = "SAVE ";
    static final String ANSWER = "squeeze-gateway done ";
    static final String REFUSED = "squeeze-gateway refused ";

    private final Gateway gateway;
    private @Nullable FlightRecording recording;

    private GatewayDesk(Gateway gateway) {
        this.gateway = gateway;
    }

    /**
     * Answers until the questions end.
     *
     * @param answers takes each line
     */
    public static void serve(Gateway gateway, InputStream questions, Consumer<String> answers) throws IOException {
        JvmUsage.timeContention();
        GatewayDesk desk = new GatewayDesk(gateway);
        BufferedReader lines = new BufferedReader(new InputStreamReader(questions, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            answers.accept(desk.answer(line));
        }
    }

    private String answer(String question) {
        try {
            return ANSWER + fulfil(question);
        } catch (IOException | IllegalArgumentException | IllegalStateException | FlightRecorderException e) {
            return REFUSED + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        }
    }

    private String fulfil(String question) throws IOException {
        if (question.equals(DELIVERY)) {
            OwnService.Delivery delivery = delivery();
            return delivery.acknowledged() + " " + delivery.acknowledgedBytes() + " " + delivery.failed();
        }
        if (question.equals(USAGE)) {
            return encoded(new OwnService.Usage(
                    JvmUsage.current(), ProducerMetrics.of(List.of(gateway.producer())), delivery()));
        }
        if (question.equals(RECORD)) {
            recording = FlightRecording.start();
            return "";
        }
        FlightRecording running = recording;
        if (!question.startsWith(SAVE) || running == null) {
            throw new IllegalArgumentException("not a question, or nothing is being recorded");
        }
        recording = null;
        running.stop(Path.of(question.substring(SAVE.length())));
        return "";
    }

    private OwnService.Delivery delivery() {
        GatewayTotals totals = gateway.totals();
        return new OwnService.Delivery(totals.acknowledged(), totals.acknowledgedBytes(), totals.failed());
    }

    private static String encoded(OwnService.Usage usage) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            EncodedUsage.write(out, usage.jvm());
            ProducerMetrics producer = usage.producer();
            out.writeDouble(producer.outgoingBytes());
            out.writeDouble(producer.requests());
            out.writeDouble(producer.bufferWaitNanos());
            out.writeDouble(producer.retries());
            out.writeDouble(producer.batchBytes().orElse(0));
            out.writeDouble(producer.ratio().orElse(0));
            out.writeLong(usage.delivery().acknowledged());
            out.writeLong(usage.delivery().acknowledgedBytes());
            out.writeLong(usage.delivery().failed());
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    static OwnService.Usage decoded(String word) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(word)))) {
            return new OwnService.Usage(
                    EncodedUsage.read(in),
                    new ProducerMetrics(
                            in.readDouble(),
                            in.readDouble(),
                            in.readDouble(),
                            in.readDouble(),
                            above0(in.readDouble()),
                            above0(in.readDouble())),
                    new OwnService.Delivery(in.readLong(), in.readLong(), in.readLong()));
        }
    }

    private static OptionalDouble above0(double value) {
        return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
    }
}
