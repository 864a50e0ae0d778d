package dev.squeeze.feature.gateway;

import dev.squeeze.kit.cluster.OwnService;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.child.ChildRequest;
import dev.squeeze.kit.environment.child.RequestServer;
import dev.squeeze.kit.environment.child.UsageCodec;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** The usage that a gateway's process reports to {@code squeeze bench}, which started it and reports it separately. */
final class GatewayUsage {
    private GatewayUsage() {}

    /**
     * Answers the parent's requests until the pipe ends.
     *
     * @param output receives each line
     * @param failureLog receives unexpected failures
     */
    static void serve(Gateway gateway, InputStream pipe, Consumer<String> output, Consumer<Throwable> failureLog)
            throws IOException {
        JvmUsage.timeContention();
        Map<ChildRequest, RequestServer.Source> sources = Map.of(
                ChildRequest.USAGE, () -> encode(usage(gateway)),
                ChildRequest.DELIVERY, () -> encode(delivery(gateway)));
        new RequestServer(sources, output, failureLog).serve(pipe);
    }

    private static OwnService.Usage usage(Gateway gateway) {
        return new OwnService.Usage(
                JvmUsage.current(), ProducerMetrics.of(List.of(gateway.producer())), delivery(gateway));
    }

    private static OwnService.Delivery delivery(Gateway gateway) {
        GatewayTotals totals = gateway.totals();
        return new OwnService.Delivery(totals.acknowledged(), totals.acknowledgedBytes(), totals.failed());
    }

    private static String encode(OwnService.Delivery delivery) {
        return delivery.acknowledged() + " " + delivery.acknowledgedBytes() + " " + delivery.failed();
    }

    /** @throws IllegalArgumentException if this is not a response to {@link ChildRequest#DELIVERY} */
    static OwnService.Delivery delivery(String answer) {
        String[] numbers = answer.split(" ", -1);
        if (numbers.length != 3) {
            throw new IllegalArgumentException("not a delivery: " + answer);
        }
        return new OwnService.Delivery(
                Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
    }

    private static String encode(OwnService.Usage usage) throws IOException {
        return UsageCodec.encode(out -> {
            UsageCodec.write(out, usage.jvm());
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
        });
    }

    /** @throws IOException if this is not a response to {@link ChildRequest#USAGE} */
    static OwnService.Usage usage(String answer) throws IOException {
        return UsageCodec.decode(
                answer,
                in -> new OwnService.Usage(
                        UsageCodec.read(in),
                        new ProducerMetrics(
                                in.readDouble(),
                                in.readDouble(),
                                in.readDouble(),
                                in.readDouble(),
                                positive(in.readDouble()),
                                positive(in.readDouble())),
                        new OwnService.Delivery(in.readLong(), in.readLong(), in.readLong())));
    }

    private static OptionalDouble positive(double value) {
        return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
    }
}
