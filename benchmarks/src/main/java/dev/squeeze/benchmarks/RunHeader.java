package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.environment.Environment;
import java.util.Locale;

/** What every benchmark prints before its figures. */
public final class RunHeader {
    private RunHeader() {}

    /** For example {@code sample:access-log, 12,345 records of 210 bytes on average}. */
    static String records(String source, Payload payload) {
        return String.format(
                Locale.ROOT,
                "%s, %,d records of %.0f bytes on average",
                source,
                payload.size(),
                payload.bytesPerRecord());
    }

    /** Processor, cores and Java. */
    public static String machine(Environment environment) {
        return environment.processor() + ", " + environment.cores() + " cores, " + environment.java();
    }

    /** Squeeze, Kafka's clients and the machine. */
    public static String versions(Environment environment) {
        return "squeeze " + environment.squeezeVersion() + ", kafka-clients " + environment.kafkaVersion() + ", "
                + machine(environment);
    }
}
