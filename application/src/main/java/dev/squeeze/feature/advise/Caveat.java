package dev.squeeze.feature.advise;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ClientSupport;
import dev.squeeze.engine.predict.LingerOfLog;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import dev.squeeze.kit.unit.VersionNumber;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a reader must know before acting on a recommendation. A closed set: each kind says what it means and what to do. */
@JsonIncludeProperties({"kind", "message"})
@JsonPropertyOrder({"kind", "message"})
@JsonDeserialize(as = Caveat.Read.class)
public sealed interface Caveat {
    /** One or two sentences. */
    @JsonProperty
    String message();

    /** The same in a line of at most 95 characters, for those who want it short. */
    default String brief() {
        int end = message().indexOf(". ");
        return end < 0 ? message() : message().substring(0, end + 1);
    }

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
                    "The machine was busy while speeds were measured (wall time %.2f times CPU time): cores and CPU money are rough. Ratios are not affected. Run again on an idle machine.",
                    wallOverCpu);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "The machine was busy (wall time %.1f times CPU time): cores are rough, bytes are not.",
                    wallOverCpu);
        }
    }

    /** Few records. */
    record SmallSample(long records, long payloadBytes) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Only %,d records (%s) were given: the intervals hold for these records, not for next week's. Give a sample from a whole day.",
                    records,
                    new ByteCount(payloadBytes));
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "Only %,d records were given: intervals hold for these, not for next week's.",
                    records);
        }
    }

    /** The source compresses differently from part to part. */
    record DriftingData(double lowest, double highest) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The data drifts: the ratio varies between %.2fx and %.2fx over the source, taken in twentieths. The savings' interval includes this.",
                    lowest,
                    highest);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT, "The ratio drifts between %.2fx and %.2fx over the source.", lowest, highest);
        }
    }

    /** Records come in bursts. */
    record Bursts(double recordsPerBatch, double atMeanRate) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Records come in bursts, by their timestamps: batches hold %,.1f records; at a steady rate they would"
                            + " hold %,.1f.",
                    recordsPerBatch,
                    atMeanRate);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "Records come in bursts: %,.1f in a batch, %,.1f at a steady rate.",
                    recordsPerBatch,
                    atMeanRate);
        }
    }

    /** Records come more evenly than those of many sources that know nothing of each other. */
    record EvenPace(double recordsPerBatch, double atRandom) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Records come at an even pace, by their timestamps: batches hold %,.1f records; if they came at random,"
                            + " batches would hold %,.1f.",
                    recordsPerBatch,
                    atRandom);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "Records come at an even pace: %,.1f in a batch, %,.1f at random.",
                    recordsPerBatch,
                    atRandom);
        }
    }

    /** A batch holds much of all records that were given. */
    record BatchOfMuchOfTheSample(double recordsPerBatch, long records) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "A batch would hold %,.0f records, and only %,d were given: a ratio from so few batches is uncertain,"
                            + " and repeated records make it too good. Give a larger sample.",
                    recordsPerBatch,
                    records);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "A batch would hold %,.0f of only %,d records: give a larger sample.",
                    recordsPerBatch,
                    records);
        }
    }

    /** The settings make records wait. */
    record LongLinger(double p99Millis) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "One record in a hundred takes %.0f ms or more to its acknowledgement. If that is too long, set a limit with"
                            + " --max-latency.",
                    p99Millis);
        }
    }

    /** Old clients cannot read the codec. */
    record CodecUnknownToSomeClients(Codec codec) implements Caveat {
        @Override
        public String message() {
            return codec.type().label() + " needs brokers and consumers of Kafka " + since(ClientProfile.JAVA)
                    + " or newer (librdkafka " + since(ClientProfile.LIBRDKAFKA) + ", sarama "
                    + since(ClientProfile.SARAMA) + "; kafka-python and node clients with a zstd module). Check every"
                    + " consumer group before the first producer changes.";
        }

        private VersionNumber since(ClientProfile client) {
            return ClientSupport.codec(client, codec.type()).since();
        }

        @Override
        public String brief() {
            return codec.type().label() + " must be readable for every consumer first: Kafka "
                    + since(ClientProfile.JAVA) + ", librdkafka " + since(ClientProfile.LIBRDKAFKA) + " or newer.";
        }
    }

    /**
     * Brokers compress what producers send.
     *
     * @param codec with its level
     * @param coresBefore of all leaders today
     * @param cores of all leaders then
     * @param brokers that lead the partitions
     */
    record BrokersCompress(Codec codec, double coresBefore, double cores, int brokers) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Brokers compress every batch again: %.2f cores on the %d that lead the partitions, today %.2f. They"
                            + " do so only where a producer sends another codec than %s, and never for another level of"
                            + " it.%s What producers send stays as it is.",
                    cores,
                    brokers,
                    coresBefore,
                    codec.type().label(),
                    codec.isDefaultLevel() ? "" : level());
        }

        /** Brokers have the levels of their own release's client. */
        private String level() {
            ClientSupport.Levels levels = ClientSupport.codec(ClientProfile.JAVA, codec.type())
                    .levels()
                    .orElseThrow();
            return " " + ClientProfile.JAVA.levelSetting(codec.type()) + " needs brokers of Kafka " + levels.since()
                    + " or newer (" + levels.source() + ").";
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "Brokers take %.2f cores for it, %.2f today; the way from producers saves nothing.",
                    cores,
                    coresBefore);
        }
    }

    /**
     * Clients of some versions do not take the level.
     *
     * @param client that produces, in a version that is not known
     * @param codec with its level
     * @param moneySaved with the level, a month
     * @param withoutLevel what the codec's default level saves; absent where it was not measured
     */
    record LevelNeedsNewClients(
            ClientProfile client, Codec codec, double moneySaved, OptionalDouble withoutLevel, String currency)
            implements Caveat {
        @Override
        public String message() {
            ClientSupport.Levels levels =
                    ClientSupport.codec(client, codec.type()).levels().orElseThrow();
            Codec fallback = Codec.ofDefaultLevel(codec.type());
            return ClientSupport.before(client, levels) + " " + client.levelSetting(codec.type()) + " ("
                    + levels.source() + ")"
                    + (withoutLevel.isEmpty()
                            ? ": without it, the codec's default level is " + fallback
                            : String.format(
                                    Locale.ROOT,
                                    ": at the default level, %s, %,.0f of %,.0f %s/month are saved",
                                    fallback,
                                    withoutLevel.getAsDouble(),
                                    moneySaved,
                                    currency))
                    + ". Give yours with --client " + client.label() + ":VERSION.";
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "%s: older clients ignore it%s.",
                    client.levelSetting(codec.type()),
                    withoutLevel.isEmpty()
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    " and save %,.0f of %,.0f %s/month",
                                    withoutLevel.getAsDouble(),
                                    moneySaved,
                                    currency));
        }
    }

    /**
     * Batches of another client than Java's. How far live ones are from these: docs/accuracy.md, "Other clients".
     *
     * @param lingers whether both today's and the recommended settings have a linger
     */
    record BatchesByRule(String client, boolean lingers) implements Caveat {
        @Override
        public String message() {
            return "Batches follow the rules in the source of " + client + ". "
                    + (lingers
                            ? "With a linger, records per batch were within 15 % of its live producers in 9 of 10 cases."
                            : "Without a linger, batches of live producers differed by half and more: measure with --verify"
                                    + " --client " + client + ".")
                    + " Ratios and CPU of compression are those of Java's codecs, corrected by what its own made of the"
                    + " same batches and took for it. Check the result with squeeze inspect topic:NAME.";
        }

        @Override
        public String brief() {
            return lingers
                    ? "Batches, ratios and CPU are predicted by what is known of " + client
                            + ": check them with squeeze inspect topic:NAME."
                    : "Without a linger, batches of live " + client
                            + " producers differed by half and more: measure with --verify --client " + client + ".";
        }
    }

    /** Today's settings are not known; the batches in the log are. */
    record BaselineFromLog(StoredBatches stored) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Today's figures are those of the log: %s for %.0f %% of the bytes, %,.1f records and %s per batch,"
                            + " %.2fx (%,d batches). A log does not show level, batch.size and linger.ms; the client's"
                            + " defaults are assumed%s. Give yours with --current.",
                    stored.codec().label(),
                    100 * stored.codecShare(),
                    stored.recordsPerBatch(),
                    ByteCount.binary(stored.recordBytesPerBatch()),
                    stored.ratio(),
                    stored.batches(),
                    LingerOfLog.seen(stored).stream()
                            .mapToObj(millis -> ", though its batches look like linger.ms=" + millis)
                            .findFirst()
                            .orElse(""));
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "Today is what the log holds: %s, %,.1f records per batch; the rest is assumed (--current).",
                    stored.codec().label(),
                    stored.recordsPerBatch());
        }
    }

    /** No timestamps in the data. */
    record AssumedRate(String rate) implements Caveat {
        @Override
        public String message() {
            return "The rate of " + rate
                    + " is an assumption, and batch sizes depend on it: give yours with --rate, or a --timestamp-field. The"
                    + " intervals of what is saved a month hold 0.5 to 2 times this rate.";
        }

        @Override
        public String brief() {
            return "The rate is assumed: batches and money depend on it. Give yours with --rate.";
        }
    }

    /** Hours and weekdays differ. */
    record RateSeenForShort(double seconds, double factor) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The rate is that of %s and is taken for a month's: the intervals of what is saved a month hold %.2g to"
                            + " %.2g times this rate. Give the mean rate with --rate.",
                    DurationText.roughly(seconds),
                    1 / factor,
                    factor);
        }

        @Override
        public String brief() {
            return "The rate was seen for " + DurationText.roughly(seconds)
                    + " and is taken for a month's: give the mean with --rate.";
        }
    }

    /** The ratio is not as well known as promised. */
    record WideRatio(double relativeHalfWidth) implements Caveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The ratio is only known to within %.1f %%: give a larger --sample or --budget.",
                    100 * relativeHalfWidth);
        }
    }

    /** The producer's estimate of the ratio takes time to converge. */
    record SlowStart(int batches) implements Caveat {
        @Override
        public String message() {
            return "A Java producer first assumes that nothing compresses and corrects that by 0.005 per batch: after about "
                    + batches + " batches, batches are as full as stated. Short-lived producers never get there.";
        }

        @Override
        public String brief() {
            return "Batches reach their size after about " + batches + " batches: short-lived producers never do.";
        }
    }

    /** Stored data is not rewritten. */
    record OldDataKeepsItsCodec(String retention) implements Caveat {
        @Override
        public String message() {
            return "Existing data keeps its codec; disk usage falls over the retention of " + retention + ".";
        }
    }

    /** Buffered batches need memory. */
    record BufferMemory(long neededBytes) implements Caveat {
        private static final long DEFAULT_BYTES = 32L << 20;

        /** Where a batch for every partition, and as many on their way, take more than a producer has by default. */
        public static Optional<BufferMemory> of(int partitions, ProducerSettings settings) {
            long needed = 2L * partitions * settings.batchSizeBytes();
            return needed > DEFAULT_BYTES ? Optional.of(new BufferMemory(needed)) : Optional.empty();
        }

        @Override
        public String message() {
            return "A producer that fills a batch for every partition at once needs buffer.memory=" + neededBytes + " ("
                    + new ByteCount(neededBytes) + "); the default is 32 MiB.";
        }

        @Override
        public String brief() {
            return "A producer that fills a batch for every partition needs buffer.memory=" + neededBytes + ".";
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
                    "%s would %s, but takes %.2f cores of %d producer%s. A producer compresses in the thread that sends: above %.1f of a"
                            + " core each it may not keep up. If you have more producers, give --producers; if each has"
                            + " several threads, --max-producer-cores.",
                    settings,
                    moneySaved > 0
                            ? String.format(Locale.ROOT, "save %,.0f %s/month more", moneySaved, currency)
                            : "do better",
                    producerCores,
                    producers,
                    producers == 1 ? "" : "s",
                    Limits.CORES_OF_A_PRODUCER);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "%s would do better, but takes %.2f cores of the sending threads.",
                    settings,
                    producerCores);
        }
    }

    /** A live run overturned the prediction. */
    record FollowsLiveRun() implements Caveat {
        @Override
        public String message() {
            return "The recommendation follows the live run. Batches and ratios of settings that were run are as measured;"
                    + " cores and CPU money are as predicted, for today's settings too.";
        }
    }

    /** No setting keeps within the limits. */
    record LimitsCannotBeMet(String limit) implements Caveat {
        @Override
        public String message() {
            return "No setting meets " + limit + ", not even today's; the one shown comes closest.";
        }
    }

    /** A caveat read from a document, with its figures in the message. */
    record Read(String kind, String message) implements Caveat {}
}
