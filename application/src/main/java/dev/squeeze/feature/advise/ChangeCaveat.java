package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ClientSupport;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.VersionNumber;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the recommended settings need, cost or leave as it is. */
public sealed interface ChangeCaveat extends Caveat {
    /** No setting keeps within the limits. */
    record LimitsCannotBeMet(String limit) implements ChangeCaveat {
        @Override
        public String message() {
            return "No setting meets " + limit + ", not even today's; the one shown comes closest.";
        }
    }

    /** The settings make records wait. */
    record LongLinger(double p99Millis) implements ChangeCaveat {
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
    record CodecUnknownToSomeClients(Codec codec) implements ChangeCaveat {
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
     * Clients of some versions do not take the level.
     *
     * @param client that produces, in a version that is not known
     * @param codec with its level
     * @param moneySaved with the level, per month
     * @param withoutLevel what the codec's default level saves; absent where it was not measured
     */
    record LevelNeedsNewClients(
            ClientProfile client, Codec codec, double moneySaved, OptionalDouble withoutLevel, String currency)
            implements ChangeCaveat {
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
                                    ": at the default level, %s, %s of %s %s/month are saved",
                                    fallback,
                                    Figures.money(withoutLevel.getAsDouble(), moneySaved),
                                    Figures.money(moneySaved),
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
                                    " and save %s of %s %s/month",
                                    Figures.money(withoutLevel.getAsDouble(), moneySaved),
                                    Figures.money(moneySaved),
                                    currency));
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
    record BrokersCompress(Codec codec, double coresBefore, double cores, int brokers) implements ChangeCaveat {
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
                    "Brokers take %.2f cores for it, %.2f today; traffic from producers stays as it is.",
                    cores,
                    coresBefore);
        }
    }

    /**
     * Larger batches would be refused.
     *
     * @param batchSizeBytes the largest {@code batch.size} that was tried
     * @param maxMessageBytes the topic's limit
     */
    record BatchesLimitedByTopic(int batchSizeBytes, int maxMessageBytes) implements ChangeCaveat {
        @Override
        public String message() {
            return "No batch.size above " + batchSizeBytes + " was tried: the topic takes no larger batches than its"
                    + " max.message.bytes=" + maxMessageBytes
                    + ". Larger ones may save more; raise that first, and advise"
                    + " takes them into account.";
        }

        @Override
        public String brief() {
            return "Larger batches were not tried: the topic's max.message.bytes is " + maxMessageBytes + ".";
        }
    }

    /**
     * The values are text that stands for bytes that do not compress.
     *
     * @param text such as base64
     * @param savedAsBytes share of its bytes that are saved where the bytes themselves are sent
     */
    record TextOfBytes(String text, double savedAsBytes) implements ChangeCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The values are %s of something that does not compress. Where their producers can send the bytes themselves, that"
                            + " takes %.0f %% less with hardly any CPU, and no codec takes off much more.",
                    text,
                    100 * savedAsBytes);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "The values are %s: sending the bytes themselves takes %.0f %% less.",
                    text,
                    100 * savedAsBytes);
        }
    }

    /**
     * Each value is compressed by itself.
     *
     * @param formats that they are in, those with the most bytes first
     */
    record CompressedValues(List<String> formats) implements ChangeCaveat {
        @Override
        public String message() {
            return "Each value is compressed already (" + String.join(", ", formats)
                    + "). Sent as they were before, they would take less: a codec of Kafka compresses whole batches, which"
                    + " saves more than each record by itself.";
        }

        @Override
        public String brief() {
            return "Each value is compressed by itself (" + String.join(", ", formats)
                    + "): whole batches compress better.";
        }
    }

    /**
     * Buffered batches need memory.
     *
     * @param ofToday whether it is about today's settings, and not about recommended ones
     */
    record BufferMemory(long neededBytes, boolean ofToday) implements ChangeCaveat {
        private static final long DEFAULT_BYTES = 32L << 20;

        /** Where a batch for every partition, and as many on their way, take more than a producer has by default. */
        public static Optional<BufferMemory> of(int partitions, ProducerSettings settings) {
            long needed = 2L * partitions * settings.batchSizeBytes();
            return needed > DEFAULT_BYTES ? Optional.of(new BufferMemory(needed, false)) : Optional.empty();
        }

        /** The same of settings that producers have already. */
        static Optional<BufferMemory> ofToday(int partitions, ProducerSettings settings) {
            return of(partitions, settings).map(memory -> new BufferMemory(memory.neededBytes, true));
        }

        @Override
        public String message() {
            return (ofToday ? "With today's batch.size, a producer" : "A producer")
                    + " that fills a batch for every partition at once needs buffer.memory=" + neededBytes + " ("
                    + new ByteCount(neededBytes) + "); the default is 32 MiB"
                    + (ofToday ? ", with which its send() waits for room: predictions are of that." : ".");
        }

        @Override
        public String brief() {
            return (ofToday ? "Today a producer" : "A producer")
                    + " that fills a batch for every partition needs buffer.memory=" + neededBytes + ".";
        }
    }

    /** Better settings need more than one thread of each producer. */
    record MoreThanThreadsThatSend(
            ProducerSettings settings, double sendingCores, int producers, double moneySaved, String currency)
            implements ChangeCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "%s would %s, but the sending threads of %d producer%s would need %.2f cores. A producer compresses in the thread"
                            + " that sends: above %.1f of a core each it may not keep up. If you have more producers, give"
                            + " --producers; if each has several threads, --max-producer-cores.",
                    settings,
                    moneySaved > 0
                            ? String.format(Locale.ROOT, "save %s %s/month more", Figures.money(moneySaved), currency)
                            : "do better",
                    producers,
                    producers == 1 ? "" : "s",
                    sendingCores,
                    Limits.CORES_OF_A_PRODUCER);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "%s would do better, but takes %.2f cores of the sending threads.",
                    settings,
                    sendingCores);
        }
    }

    /** Stored data is not rewritten. */
    record OldDataKeepsItsCodec(Optional<String> retention) implements ChangeCaveat {
        @Override
        public String message() {
            return retention
                    .map(known ->
                            "Existing data keeps its codec; disk usage falls over the retention of " + known + ".")
                    .orElse(
                            "Existing data keeps its codec, and retention deletes none of it: disk usage falls only as"
                                    + " compaction removes records, or when the data is rewritten (squeeze copy, squeeze recompress).");
        }
    }
}
