package dev.squeeze.benchmarks.chaos;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What each client was promised, and what is in the topics. A record's value begins with its client and number, which
 * are unique to an attempt: a client never sends anything again under the same number.
 */
final class GatewayLedger {
    private static final int MAX_LISTED = 200;
    /**
     * How long after a topic's deletion a gateway may still accept records for it: until it has refreshed its metadata.
     */
    private static final long DELETION_GRACE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final List<Account> accounts = new ArrayList<>();
    private final Map<String, Long> deletedAtNanos = new TreeMap<>();

    /** The account of one client: bits by the number of its record, guarded by its own lock. */
    static final class Account {
        private final int id;
        private final String topic;
        private final BitSet promised = new BitSet();
        private final BitSet late = new BitSet();
        private final BitSet refused = new BitSet();
        private final BitSet seen = new BitSet();
        private final BitSet twice = new BitSet();
        private int next;

        private Account(int id, String topic) {
            this.id = id;
            this.topic = topic;
        }

        String topic() {
            return topic;
        }

        /** Takes consecutive numbers and returns the first one. */
        synchronized int take(int records) {
            int first = next;
            next += records;
            return first;
        }

        String value(int number) {
            return "c" + id + "." + number + ".";
        }

        String key(int number) {
            return id + "-" + number;
        }
    }

    synchronized Account open(String topic) {
        Account account = new Account(accounts.size(), topic);
        accounts.add(account);
        return account;
    }

    synchronized void deleted(String topic) {
        deletedAtNanos.put(topic, System.nanoTime());
    }

    synchronized boolean anyDeleted() {
        return !deletedAtNanos.isEmpty();
    }

    /** @param begunNanos when the request began */
    void promised(Account account, int first, int records, long begunNanos) {
        Long deleted;
        synchronized (this) {
            deleted = deletedAtNanos.get(account.topic);
        }
        synchronized (account) {
            account.promised.set(first, first + records);
            if (deleted != null && begunNanos - deleted > DELETION_GRACE_NANOS) {
                account.late.set(first, first + records);
            }
        }
    }

    /** The answer said that none of the records was accepted. */
    void refused(Account account, int first, int records) {
        synchronized (account) {
            account.refused.set(first, first + records);
        }
    }

    /** Marks a record that is in a topic as seen. @return whether it is one that a client sent */
    private boolean found(ConsumerRecord<byte[], byte[]> record) {
        byte[] bytes = record.value();
        if (bytes == null || bytes.length < 4 || bytes[0] != 'c') {
            return bytes != null && bytes.length > 0 && bytes[0] == 'b';
        }
        String[] parts = new String(bytes, 1, Math.min(bytes.length - 1, 40), StandardCharsets.ISO_8859_1).split("\\.");
        int id = Integer.parseInt(parts[0]);
        int number = Integer.parseInt(parts[1]);
        if (id >= accounts.size() || !accounts.get(id).topic.equals(record.topic())) {
            return false;
        }
        Account account = accounts.get(id);
        if (number >= account.next) {
            return false;
        }
        (account.seen.get(number) ? account.twice : account.seen).set(number);
        return true;
    }

    /** Reads all topics, compares, and counts. @return the problems, one per line; empty if there are none */
    synchronized List<String> settle(KafkaSide kafka, Figures figures) {
        var there = kafka.topics();
        long[] foreign = {0};
        for (String topic :
                accounts.stream().map(account -> account.topic).distinct().toList()) {
            if (there.contains(topic)) {
                kafka.readAll(topic, false, record -> foreign[0] += found(record) ? 0 : 1);
            }
        }
        List<String> wrong = new ArrayList<>();
        for (String topic : deletedAtNanos.keySet()) {
            if (there.contains(topic)) {
                figures.unexplained("deleted topic exists again", 1);
                wrong.add("deleted topic exists again: " + topic);
            }
        }
        figures.unexplained("record that nobody sent", foreign[0]);
        accounts.forEach(account -> settle(account, deletedAtNanos.containsKey(account.topic), figures, wrong));
        return wrong;
    }

    private static void settle(Account account, boolean deleted, Figures figures, List<String> wrong) {
        BitSet lost = (BitSet) (deleted ? account.late : account.promised).clone();
        if (deleted) {
            figures.excused(account.promised.cardinality() - lost.cardinality());
        }
        lost.andNot(account.seen);
        BitSet contradicted = (BitSet) account.refused.clone();
        contradicted.and(account.seen);
        figures.promised(account.promised.cardinality());
        figures.lost(lost.cardinality());
        figures.doubled(account.twice.cardinality());
        figures.unexplained("record there although its request was refused", contradicted.cardinality());
        list(wrong, "lost", account, lost);
        list(wrong, "doubled", account, account.twice);
        list(wrong, "refused but there", account, contradicted);
    }

    private static void list(List<String> wrong, String what, Account account, BitSet numbers) {
        if (!numbers.isEmpty()) {
            wrong.add(what + ": " + numbers.cardinality() + " of client " + account.id + ", topic " + account.topic
                    + ", of its " + account.promised.cardinality() + " promised; the first are "
                    + numbers.stream().limit(MAX_LISTED).boxed().toList());
        }
    }
}
