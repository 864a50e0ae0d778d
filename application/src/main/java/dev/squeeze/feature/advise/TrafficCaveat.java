package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import java.util.List;
import java.util.Locale;

/** Assumptions of the predictions about the traffic and its batches. */
public sealed interface TrafficCaveat extends Caveat {
    /** The data has no timestamps. */
    record AssumedRate(String rate) implements TrafficCaveat {
        @Override
        public String message() {
            return "The rate of " + rate
                    + " is an assumption, and batch sizes depend on it: give yours with --rate, or a --timestamp-field. The"
                    + " intervals of the monthly savings cover 0.5 to 2 times this rate.";
        }

        @Override
        public String brief() {
            return "The rate is assumed: batches and money depend on it. Give yours with --rate.";
        }
    }

    /** Traffic varies by hour and weekday. */
    record RateSeenForShort(double seconds, double factor) implements TrafficCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The rate is extrapolated from %s to a month: the intervals of the monthly savings cover %.2g to"
                            + " %.2g times this rate. Give the mean rate with --rate.",
                    DurationText.roughly(seconds),
                    1 / factor,
                    factor);
        }

        @Override
        public String brief() {
            return "The rate is extrapolated from " + DurationText.roughly(seconds)
                    + " to a month: give the mean rate with --rate.";
        }
    }

    /**
     * Brokers do not keep the producers' codec, so a log does not show it, and changing only producer settings has
     * little effect.
     *
     * @param topic its {@code compression.type}
     * @param undone whether brokers would not keep the recommended codec; false if nothing is recommended for producers
     * @param sentIsKnown whether the producers' codec was given
     */
    record TopicSetsCodec(TopicCompression topic, boolean undone, boolean sentIsKnown) implements TrafficCaveat {
        @Override
        public String message() {
            return "The topic sets " + topic.configLine() + ", so brokers " + topic.brokersWork()
                    + ": the log shows their codec, not the producers'."
                    + (sentIsKnown
                            ? ""
                            : " Give the producers' codec with --current compression.type=CODEC: the CPU cost of brokers depends on it.")
                    + (undone
                            ? " Change all its producers first, then set it to producer; until then batches are stored "
                                    + (topic.isUncompressed() ? "" : "in ") + topic + ", whatever producers send."
                            : "");
        }

        @Override
        public String brief() {
            return "The topic sets " + topic.configLine()
                    + (undone
                            ? ": change all its producers, then set it to producer."
                            : ": the log shows the brokers' codec, not the producers'"
                                    + (sentIsKnown ? "." : " (--current)."));
        }
    }

    /**
     * If the application waits for each send, its producer has one record at a time: {@code linger.ms} only delays it,
     * and no other record arrives.
     *
     * @param recordsPerBatch that the recommendation assumes
     */
    record BatchesOfOneRecord(double recordsPerBatch, int lingerMillis) implements TrafficCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Nearly every batch in the log has a single record, and the recommendation assumes batches of %,.1f. An application that"
                            + " waits for each send(), as with send().get(), never fills them: then linger.ms=%d saves nothing and"
                            + " delays every send by that much. Make sure that yours does not wait.",
                    recordsPerBatch,
                    lingerMillis);
        }

        @Override
        public String brief() {
            return "Batches have one record: if senders wait for each send(), linger.ms only slows them down.";
        }
    }

    /**
     * A commit sends what has accumulated, so a longer {@code linger.ms} does not make batches larger; longer lingers
     * are not compared.
     *
     * @param recordsPerTransaction of a partition
     */
    record TransactionsEndBatches(double recordsPerTransaction) implements TrafficCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Transactions end about every batch, after %,.1f records per partition on average. A commit sends what has"
                            + " accumulated, so a longer linger.ms does not make batches larger, and none is compared. For larger batches, commit"
                            + " less often (Kafka Streams: commit.interval.ms).",
                    recordsPerTransaction);
        }

        @Override
        public String brief() {
            return "Commits end batches: commit less often for larger ones (Streams: commit.interval.ms).";
        }
    }

    /**
     * According to their timestamps, records do not arrive at random, as they would from many independent sources.
     *
     * @param recordsPerBatch by the timestamps
     * @param atRandom records per batch with random arrivals at the same mean rate; fewer than by the timestamps if
     *     these show bursts
     */
    record Arrivals(double recordsPerBatch, double atRandom) implements TrafficCaveat {
        private boolean inBursts() {
            return recordsPerBatch > atRandom;
        }

        @Override
        public String kind() {
            return inBursts() ? "bursts" : "even-pace";
        }

        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Records arrive %s, by their timestamps: batches have %,.1f records; with random arrivals they would have %,.1f.",
                    words(),
                    recordsPerBatch,
                    atRandom);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "Records arrive %s: %,.1f per batch; with random arrivals %,.1f.",
                    words(),
                    recordsPerBatch,
                    atRandom);
        }

        private String words() {
            return inBursts() ? "in bursts" : "at an even pace";
        }
    }

    /**
     * Not all of today's settings are known, but the batches in the log are.
     *
     * @param given keys of settings that were given
     * @param shown other settings that the batches show, as configuration lines
     * @param inBursts whether batches are so large that records are assumed to arrive in bursts
     */
    record BaselineFromLog(StoredBatches stored, List<String> given, List<String> shown, boolean inBursts)
            implements TrafficCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Today's figures are from the log: %s for %.0f %% of the bytes, %,.1f records and %s per batch,"
                            + " %.2fx (%,d batches). A log does not record level, batch.size and linger.ms: %s%sthe client's"
                            + " defaults are assumed.%s%s",
                    stored.codec().label(),
                    100 * stored.codecShare(),
                    stored.recordsPerBatch(),
                    ByteCount.binary(stored.recordBytesPerBatch()),
                    stored.ratio(),
                    stored.batches(),
                    given.isEmpty()
                            ? ""
                            : String.join(" and ", given) + (given.size() == 1 ? " is" : " are")
                                    + " as given with --current, and otherwise ",
                    shown.isEmpty() ? "" : "its batches indicate " + String.join(" and ", shown) + ", and otherwise ",
                    inBursts ? " Such large batches show that records arrive in bursts, so this is assumed." : "",
                    given.isEmpty() ? " Give yours with --current." : "");
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "Today is what the log shows: %s, %,.1f records per batch%s; the rest is %s.",
                    stored.codec().label(),
                    stored.recordsPerBatch(),
                    inBursts ? ", arriving in bursts" : "",
                    given.isEmpty() ? "assumed (--current)" : "given or assumed");
        }
    }

    /**
     * Batches of a client other than Java's. For their difference from live ones see docs/accuracy.md, "Other clients".
     *
     * @param lingers whether both today's and the recommended settings have a linger
     * @param ownCodecs whether the client's own codecs have compressed some of the batches
     */
    record BatchesByRule(String client, boolean lingers, boolean ownCodecs) implements TrafficCaveat {
        @Override
        public String message() {
            return "Batches are simulated by the rules in the source code of " + client + ". "
                    + (lingers
                            ? "With a linger, records per batch were within 15 % of live producers in 9 of 10 cases."
                            : "Without a linger, batches of live producers differed by 50 % or more: measure with --verify"
                                    + " --client " + client + ".")
                    + (ownCodecs
                            ? " Ratios are those of its own codecs, measured on some of your batches;"
                                    + " CPU time of compression is that of Java's codecs, corrected by measurements of its own on other data."
                            : " Ratios and CPU time of compression are those of Java's codecs, corrected by measurements of its own on"
                                    + " other data; squeeze measure with --client " + client
                                    + " builds its driver once; ratios are then measured on your records.")
                    + " Check the result with squeeze inspect topic:NAME.";
        }

        @Override
        public String brief() {
            return lingers
                    ? "Batches, ratios and CPU are predictions for " + client
                            + ": check them with squeeze inspect topic:NAME."
                    : "Without a linger, batches of live " + client
                            + " producers differed by 50 % or more: measure with --verify --client " + client + ".";
        }
    }

    /**
     * The client limits batches to less than the size of a record that was read, and refuses such records.
     *
     * @param largestRecordBytes of key and value
     * @param leastBatchBytes smallest limit that is tried
     */
    record LargestRecordRefused(ClientProfile client, int batchSizeBytes, long largestRecordBytes, int leastBatchBytes)
            implements TrafficCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The largest record that was read has %,d bytes, but %s refuses records above %s, which is %d today:"
                            + " no value below %d is recommended. Check today's with --current.",
                    largestRecordBytes,
                    client.label(),
                    client.batchSizeSetting(),
                    batchSizeBytes,
                    leastBatchBytes);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "Today's %s=%d is too small for the largest record, %,d bytes.",
                    client.batchSizeSetting(),
                    batchSizeBytes,
                    largestRecordBytes);
        }
    }

    /**
     * One thread per producer would need more time than there is, so today's settings cannot be what runs at this rate.
     *
     * @param recordsPerSecond of all producers
     * @param coresPerProducer that the compressing thread needs
     */
    record TodayCannotCarryTheRate(double recordsPerSecond, int producers, double coresPerProducer)
            implements TrafficCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Today's settings cannot sustain %,.0f records/s with %d producer%s: one thread of each would need %.1f cores. So their"
                            + " cost, and the saving over it, are hypothetical: check --current, --rate and --producers.",
                    recordsPerSecond,
                    producers,
                    producers == 1 ? "" : "s",
                    coresPerProducer);
        }

        @Override
        public String brief() {
            return "Today's settings cannot sustain this rate: check --current, --rate and --producers.";
        }
    }

    /** The producer's estimate of the ratio takes time to converge. */
    record SlowStart(int batches) implements TrafficCaveat {
        @Override
        public String message() {
            return "A Java producer first assumes that nothing compresses and adjusts this estimate by 0.005 per batch: after about "
                    + batches + " batches they are as full as predicted. Short-lived producers never get there.";
        }

        @Override
        public String brief() {
            return "Batches reach their size after about " + batches + " batches, in short-lived producers never.";
        }
    }

    /** A live run contradicted the prediction. */
    record FollowsLiveRun() implements TrafficCaveat {
        @Override
        public String message() {
            return "The recommendation follows the live run. Batches and ratios of settings that were run are as measured;"
                    + " cores and their cost are as predicted, also for today's settings.";
        }
    }
}
