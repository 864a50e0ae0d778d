package dev.squeeze.feature.advise;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.unit.ByteCount;
import java.util.Locale;

/** What a reader must know before acting on a recommendation. A closed set: each kind says what it means and what to do. */
@JsonIncludeProperties({"kind", "message"})
@JsonPropertyOrder({"kind", "message"})
@JsonDeserialize(as = Caveat.Told.class)
public sealed interface Caveat {
    /** One or two sentences. */
    @JsonProperty
    String message();

    /** A short name for programs, such as {@code drifting-data}. */
    @JsonProperty
    default String kind() {
        return getClass().getSimpleName().replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /** Other work took the processor while speeds were measured. */
    record ContendedMachine(double wallOverCpu) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The machine was busy while speeds were taken (wall time %.2f times CPU time): cores and CPU money are rough. Ratios are not affected. Run again on an idle machine.",
                    wallOverCpu);
        }
    }

    /** Few records. */
    record SmallSample(long records, long payloadBytes) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Only %,d records (%s) were given: the intervals say how well these records are known, not next week's. Give a sample from a whole day.",
                    records,
                    new ByteCount(payloadBytes));
        }
    }

    /** The source compresses differently from part to part. */
    record DriftingData(double lowest, double highest) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The data drifts: from one twentieth of the source to another the ratio goes from %.2fx to %.2fx. The savings' interval includes this.",
                    lowest,
                    highest);
        }
    }

    /** The settings make records wait. */
    record LongLinger(double addedMillis) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Records wait up to %.0f ms for their batch. Where that is too long, say so with --max-latency.",
                    addedMillis);
        }
    }

    /** Not every client reads the codec. */
    record CodecUnknownToSomeClients(Codec codec) implements Caveat {
        @Override
        public String message() {
            return codec.type().label()
                    + " needs brokers and consumers from Kafka 2.1 on (librdkafka 1.0, and kafka-python or node clients with a"
                    + " zstd module). Check every consumer group before the first producer changes.";
        }
    }

    /** Batches of a client that was not run. */
    record BatchesByRule(String client) implements Caveat {
        @Override
        public String message() {
            return "Batches are those of " + client
                    + " by the rules in its documentation, not yet held against a live one; ratios and CPU times are those of"
                    + " Java's codec libraries. Look at what comes of it with squeeze inspect topic:NAME.";
        }
    }

    /** Today is what lies in the log. */
    record BaselineFromLog(StoredBatches stored) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Today is what lies in the log: %s for %.0f %% of the bytes, %,.1f records and %s in a batch, %.2fx"
                            + " (%,d batches). Level, batch.size and linger.ms are not in it, and the client's defaults stand"
                            + " for them: give yours with --current.",
                    stored.codec().label(),
                    100 * stored.codecShare(),
                    stored.recordsPerBatch(),
                    ByteCount.binary(stored.recordBytesPerBatch()),
                    stored.ratio(),
                    stored.batches());
        }
    }

    /** No timestamps in the data. */
    record AssumedRate(String rate) implements Caveat {
        @Override
        public String message() {
            return "The rate of " + rate
                    + " is an assumption, and batch sizes follow from it: give yours with --rate, or a --timestamp-field.";
        }
    }

    /** The ratio is not as well known as promised. */
    record WideRatio(double relativeHalfWidth) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The ratio is known to within %.1f %% only: give a larger --sample or --budget.",
                    100 * relativeHalfWidth);
        }
    }

    /** The batch is larger than what was measured. */
    record BeyondMeasured(double recordBytesPerBatch) implements Caveat {
        @Override
        public String message() {
            return "Batches would hold " + ByteCount.binary(recordBytesPerBatch)
                    + " uncompressed, more than any that was measured: the ratio of the largest measured one was taken, so the"
                    + " saving is rather too small than too large.";
        }
    }

    /** The producer's guess of the ratio needs time. */
    record SlowStart(int batches) implements Caveat {
        @Override
        public String message() {
            return "A Java producer starts from the guess that nothing compresses and improves it by 0.005 a batch: it takes"
                    + " about " + batches
                    + " batches until batches are as full as stated. Short-lived producers never get there.";
        }
    }

    /** What lies on disk stays as it is. */
    record OldDataKeepsItsCodec(String retention) implements Caveat {
        @Override
        public String message() {
            return "What is stored keeps its codec: disks empty over the retention of " + retention + ", not at once.";
        }
    }

    /** Buffered batches need memory. */
    record BufferMemory(long neededBytes) implements Caveat {
        @Override
        public String message() {
            return "A producer that fills a batch for every partition at once needs buffer.memory=" + neededBytes + " ("
                    + new ByteCount(neededBytes) + "); the default is 32 MiB.";
        }
    }

    /** Better settings need more than one thread of each producer. */
    record MoreThanThreadsThatSend(
            ProducerSettings settings, double producerCores, int producers, double moneySaved, String currency)
            implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "%s would %s, but takes %.2f cores of %d producer%s, and a producer compresses in the thread that sends: above %.1f"
                            + " of a core each, measured alone, it may not keep up. Where there are more producers, give --producers; where"
                            + " each has several threads, --max-producer-cores.",
                    settings,
                    moneySaved > 0
                            ? String.format(Locale.ROOT, "save %,.0f %s a month more", moneySaved, currency)
                            : "do better",
                    producerCores,
                    producers,
                    producers == 1 ? "" : "s",
                    Limits.CORES_OF_A_PRODUCER);
        }
    }

    /** Nothing satisfied the limits. */
    record LimitsCannotBeMet(String limit) implements Caveat {
        @Override
        public String message() {
            return "No setting meets " + limit + ", not even today's: what is shown comes closest.";
        }
    }

    /** One that a document tells of: its figures are in its words. */
    record Told(String kind, String message) implements Caveat {}
}
