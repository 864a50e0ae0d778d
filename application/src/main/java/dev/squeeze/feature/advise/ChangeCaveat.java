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

/** What the recommended settings require, cost or leave unchanged. */
public sealed interface ChangeCaveat extends Caveat {
    /** No settings meet the limits. */
    record LimitsCannotBeMet(String limit) implements ChangeCaveat {
        @Override
        public String message() {
            return "No setting meets " + limit + ", not even today's; the one shown is the closest.";
        }
    }

    /** Records wait noticeably longer than today. */
    record LongLinger(double p99Millis) implements ChangeCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "One record in a hundred takes %.0f ms or more until its acknowledgement. If that is too long, set a limit with"
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
            return codec.type().label() + " must be supported by every consumer first: Kafka "
                    + since(ClientProfile.JAVA) + ", librdkafka " + since(ClientProfile.LIBRDKAFKA) + " or newer.";
        }
    }

    /**
     * Some versions of the client do not support the level.
     *
     * @param client the client library; its version is not known
     * @param codec with its level
     * @param moneySaved with the level, per month
     * @param withoutLevel what the codec's default level saves; absent if it was not measured
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
                                    ": the default level, %s, saves only %s of %s %s/month",
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
                                    " and save only %s of %s %s/month",
                                    Figures.money(withoutLevel.getAsDouble(), moneySaved),
                                    Figures.money(moneySaved),
                                    currency));
        }
    }

    /**
     * Brokers recompress what producers send.
     *
     * @param codec with its level
     * @param coresBefore of all leaders, today
     * @param cores of all leaders, after the change
     * @param brokers that lead the partitions
     */
    record BrokersCompress(Codec codec, double coresBefore, double cores, int brokers) implements ChangeCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Brokers recompress every batch: %.2f cores on the %d that lead the partitions, today %.2f. They"
                            + " do so only if a producer sends a codec other than %s, never because of its"
                            + " level.%s Traffic from producers does not change.",
                    cores,
                    brokers,
                    coresBefore,
                    codec.type().label(),
                    codec.isDefaultLevel() ? "" : level());
        }

        /** Brokers support the levels that the Java client of their own release supports. */
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
                    "Brokers need %.2f cores for it, %.2f today; traffic from producers does not change.",
                    cores,
                    coresBefore);
        }
    }

    /**
     * The topic's limit rules out larger batches.
     *
     * @param batchSizeBytes the largest {@code batch.size} that was tried
     * @param maxMessageBytes the topic's limit
     */
    record BatchesLimitedByTopic(int batchSizeBytes, int maxMessageBytes) implements ChangeCaveat {
        @Override
        public String message() {
            return "No batch.size above " + batchSizeBytes + " was tried: the topic accepts no batches above its"
                    + " max.message.bytes=" + maxMessageBytes
                    + ". Larger ones may save more: raise it, then run advise"
                    + " again.";
        }

        @Override
        public String brief() {
            return "Larger batches were not tried: the topic's max.message.bytes is " + maxMessageBytes + ".";
        }
    }

    /**
     * The values are text encodings of incompressible bytes.
     *
     * @param text the encoding, such as base64
     * @param savedAsBytes share of the text's bytes that is saved by sending the encoded bytes themselves
     */
    record TextOfBytes(String text, double savedAsBytes) implements ChangeCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The values are %s of incompressible bytes. If the producers can send these bytes directly, that"
                            + " saves %.0f %% with hardly any CPU, and no codec saves much more.",
                    text,
                    100 * savedAsBytes);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "The values are %s: sending the encoded bytes directly saves %.0f %%.",
                    text,
                    100 * savedAsBytes);
        }
    }

    /**
     * Each value is compressed individually.
     *
     * @param formats of the values, those with the most bytes first
     */
    record CompressedValues(List<String> formats) implements ChangeCaveat {
        @Override
        public String message() {
            return "Each value is already compressed (" + String.join(", ", formats)
                    + "). Send them uncompressed instead: Kafka's codecs compress whole batches, which"
                    + " saves more than compressing each record by itself.";
        }

        @Override
        public String brief() {
            return "Each value is compressed by itself (" + String.join(", ", formats)
                    + "): whole batches compress better.";
        }
    }

    /**
     * Batches for all partitions need more memory than the producer has by default.
     *
     * @param ofToday whether this is about today's settings rather than the recommended ones
     */
    record BufferMemory(long neededBytes, boolean ofToday) implements ChangeCaveat {
        private static final long DEFAULT_BYTES = 32L << 20;

        /** Present if one batch per partition, and as many in flight, exceed the default {@code buffer.memory}. */
        public static Optional<BufferMemory> of(int partitions, ProducerSettings settings) {
            long needed = 2L * partitions * settings.batchSizeBytes();
            return needed > DEFAULT_BYTES ? Optional.of(new BufferMemory(needed, false)) : Optional.empty();
        }

        /** The same for settings that producers already have. */
        static Optional<BufferMemory> ofToday(int partitions, ProducerSettings settings) {
            return of(partitions, settings).map(memory -> new BufferMemory(memory.neededBytes, true));
        }

        @Override
        public String message() {
            return (ofToday ? "With today's batch.size, a producer" : "A producer")
                    + " that fills a batch for every partition at once needs buffer.memory=" + neededBytes + " ("
                    + new ByteCount(neededBytes) + "); the default is 32 MiB"
                    + (ofToday ? ", with which send() blocks until there is space; the predictions assume that." : ".");
        }

        @Override
        public String brief() {
            return (ofToday ? "Today a producer" : "A producer")
                    + " that fills a batch for every partition needs buffer.memory=" + neededBytes + ".";
        }
    }

    /** Better settings need more than one sending thread per producer. */
    record MoreThanThreadsThatSend(
            ProducerSettings settings, double sendingCores, int producers, double moneySaved, String currency)
            implements ChangeCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "%s would %s, but the sending threads of %d producer%s would need %.2f cores. A producer compresses in the sending"
                            + " thread: above %.1f cores each it may not keep up. If you have more producers, give"
                            + " --producers; if each sends from several threads, --max-producer-cores.",
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
                    "%s would do better, but needs %.2f cores in the sending threads.",
                    settings,
                    sendingCores);
        }
    }

    /** Data that is already stored is not rewritten. */
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
