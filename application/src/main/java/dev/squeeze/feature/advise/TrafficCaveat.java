package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import java.util.List;
import java.util.Locale;

/** What predictions of the traffic and its batches rest on. */
public sealed interface TrafficCaveat extends Caveat {
    /** No timestamps in the data. */
    record AssumedRate(String rate) implements TrafficCaveat {
        @Override
        public String message() {
            return "The rate of " + rate
                    + " is an assumption, and batch sizes depend on it: give yours with --rate, or a --timestamp-field. The"
                    + " intervals of what is saved per month hold 0.5 to 2 times this rate.";
        }

        @Override
        public String brief() {
            return "The rate is assumed: batches and money depend on it. Give yours with --rate.";
        }
    }

    /** Hours and weekdays differ. */
    record RateSeenForShort(double seconds, double factor) implements TrafficCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The rate is that of %s and is taken for a month's: the intervals of what is saved per month hold %.2g to"
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

    /**
     * Brokers do not keep what producers send, so a log does not show it, and other producer settings alone change little.
     *
     * @param topic its {@code compression.type}
     * @param undone whether brokers would not keep the recommended codec; false where nothing is recommended to producers
     * @param sentIsKnown whether it was said what producers send
     */
    record TopicSetsCodec(TopicCompression topic, boolean undone, boolean sentIsKnown) implements TrafficCaveat {
        @Override
        public String message() {
            return "The topic sets " + topic.configLine() + ", so brokers " + topic.brokersWork()
                    + ": the log shows their codec, not the producers'."
                    + (sentIsKnown
                            ? ""
                            : " Say with --current compression.type=CODEC what these send: it decides what brokers' work costs.")
                    + (undone
                            ? " Change all its producers first, then set it to producer; until then batches are stored "
                                    + (topic.isUncompressed() ? "" : "in ") + topic + ", whatever is sent."
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
     * A producer whose application waits for each send has one record at a time: {@code linger.ms} holds it back, and no other comes.
     *
     * @param recordsPerBatch that the recommendation counts on
     */
    record BatchesOfOneRecord(double recordsPerBatch, int lingerMillis) implements TrafficCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Nearly every batch in the log holds a single record, and this counts on batches of %,.1f. An application that"
                            + " waits for each send(), as with send().get(), never fills them: there linger.ms=%d saves nothing and"
                            + " makes every send take that long. Make sure that yours does not wait.",
                    recordsPerBatch,
                    lingerMillis);
        }

        @Override
        public String brief() {
            return "Batches hold one record: if senders wait for each send(), linger.ms only slows them.";
        }
    }

    /**
     * A commit sends what has gathered, so a longer {@code linger.ms} gathers no more; such lingers are not compared.
     *
     * @param recordsPerTransaction of a partition
     */
    record TransactionsEndBatches(double recordsPerTransaction) implements TrafficCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Transactions end about every batch, after %,.1f records of a partition on average. A commit sends what has"
                            + " gathered, so a longer linger.ms brings no larger batches, and none is compared. Commit after more"
                            + " records or more time (Kafka Streams: commit.interval.ms) for larger ones.",
                    recordsPerTransaction);
        }

        @Override
        public String brief() {
            return "Commits end batches: commit after more records or time (Streams: commit.interval.ms).";
        }
    }

    /**
     * Timestamps show another pattern than records of many sources that know nothing of each other have.
     *
     * @param recordsPerBatch by the timestamps
     * @param atRandom records per batch at the same mean rate; fewer than by the timestamps where these show bursts
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
                    "Records come %s, by their timestamps: batches hold %,.1f records; at random times they would hold %,.1f.",
                    words(),
                    recordsPerBatch,
                    atRandom);
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "Records come %s: %,.1f in a batch, %,.1f at random times.",
                    words(),
                    recordsPerBatch,
                    atRandom);
        }

        private String words() {
            return inBursts() ? "in bursts" : "at an even pace";
        }
    }

    /**
     * Not all of today's settings are known; the batches in the log are.
     *
     * @param given keys of settings that were given
     * @param shown other settings, which the batches show, as configuration lines
     * @param inBursts whether batches are so large that records are taken to come in bursts
     */
    record BaselineFromLog(StoredBatches stored, List<String> given, List<String> shown, boolean inBursts)
            implements TrafficCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Today's figures are those of the log: %s for %.0f %% of the bytes, %,.1f records and %s per batch,"
                            + " %.2fx (%,d batches). A log does not hold level, batch.size and linger.ms: %s%sthe client's"
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
                    shown.isEmpty()
                            ? ""
                            : "its batches are as with " + String.join(" and ", shown) + ", and otherwise ",
                    inBursts ? " Records are taken to come in bursts, as such large batches show." : "",
                    given.isEmpty() ? " Give yours with --current." : "");
        }

        @Override
        public String brief() {
            return String.format(
                    Locale.ROOT,
                    "Today is what the log holds: %s, %,.1f records per batch%s; the rest is %s.",
                    stored.codec().label(),
                    stored.recordsPerBatch(),
                    inBursts ? ", which come in bursts" : "",
                    given.isEmpty() ? "assumed (--current)" : "given or assumed");
        }
    }

    /**
     * Batches of another client than Java's. How far live ones are from these: docs/accuracy.md, "Other clients".
     *
     * @param lingers whether both today's and the recommended settings have a linger
     * @param ownCodecs whether its own codecs have compressed some of the batches
     */
    record BatchesByRule(String client, boolean lingers, boolean ownCodecs) implements TrafficCaveat {
        @Override
        public String message() {
            return "Batches follow the rules in the source of " + client + ". "
                    + (lingers
                            ? "With a linger, records per batch were within 15 % of its live producers in 9 of 10 cases."
                            : "Without a linger, batches of live producers differed by half and more: measure with --verify"
                                    + " --client " + client + ".")
                    + (ownCodecs
                            ? " Ratios are those of its own codecs, by what they make of some of your batches;"
                                    + " CPU of compression is that of Java's, corrected by what its own take on other data."
                            : " Ratios and CPU of compression are those of Java's codecs, corrected by what its own make of"
                                    + " other data; squeeze measure with --client " + client
                                    + " builds its driver once, and ratios are then measured on your records.")
                    + " Check the result with squeeze inspect topic:NAME.";
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

    /**
     * Today's bound of a batch is below a record that was seen, which the client refuses.
     *
     * @param largestRecordBytes of key and value
     * @param leastBatchBytes what is tried at least for the bound
     */
    record LargestRecordRefused(ClientProfile client, int batchSizeBytes, long largestRecordBytes, int leastBatchBytes)
            implements TrafficCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "The largest record that was seen has %,d bytes, and %s refuses records above %s, which is %d today:"
                            + " no setting below %d is recommended in its place. Check today's with --current.",
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
                    "Today's %s=%d refuses the largest record, %,d bytes.",
                    client.batchSizeSetting(),
                    batchSizeBytes,
                    largestRecordBytes);
        }
    }

    /**
     * A thread of each producer would need more time than there is, so today's settings are not what runs at this rate.
     *
     * @param recordsPerSecond of all producers
     * @param coresPerProducer that the thread which compresses needs
     */
    record TodayCannotCarryTheRate(double recordsPerSecond, int producers, double coresPerProducer)
            implements TrafficCaveat {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "Today's settings cannot carry %,.0f records/s with %d producer%s: one thread of each would need %.1f cores. Their cost, and what is"
                            + " saved of it, is that of traffic which cannot exist: check --current, --rate and --producers.",
                    recordsPerSecond,
                    producers,
                    producers == 1 ? "" : "s",
                    coresPerProducer);
        }

        @Override
        public String brief() {
            return "Today's settings cannot carry this rate: check --current, --rate and --producers.";
        }
    }

    /** The producer's estimate of the ratio takes time to converge. */
    record SlowStart(int batches) implements TrafficCaveat {
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

    /** A live run overturned the prediction. */
    record FollowsLiveRun() implements TrafficCaveat {
        @Override
        public String message() {
            return "The recommendation follows the live run. Batches and ratios of settings that were run are as measured;"
                    + " cores and CPU money are as predicted, for today's settings too.";
        }
    }
}
