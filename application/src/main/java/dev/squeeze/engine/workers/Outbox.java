package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * The answers of a slot. Each has a number, and is sent again until the coordinator has confirmed it; otherwise an
 * answer would be lost during a broker outage longer than the producer's delivery timeout, and the coordinator would
 * wait for ever. It keeps only unconfirmed answers, which are few: pings confirm once a second, and a worker leaves a
 * run that is silent for seconds.
 */
final class Outbox {
    /** Pings arrive once a second, and an answer may take as long to arrive. */
    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Transport transport;
    private final Deque<Answer> unconfirmed = new ArrayDeque<>();
    private long last;
    private long confirmed;

    /** Sends an answer, which may get lost. */
    interface Transport {
        void send(ControlMessage.Type type, long work, ObjectNode body);
    }

    private static final class Answer {
        final long number;
        final ControlMessage.Type type;
        final long work;
        final ObjectNode body;
        long sentNanos;

        Answer(long number, ControlMessage.Type type, long work, ObjectNode body, long sentNanos) {
            this.number = number;
            this.type = type;
            this.work = work;
            this.body = body;
            this.sentNanos = sentNanos;
        }
    }

    Outbox(Transport transport) {
        this.transport = transport;
    }

    /** Sends an answer; the coordinator accepts answers only in the order of their numbers. */
    synchronized void send(ControlMessage.Type type, long work, ObjectNode body) {
        last++;
        Answer answer = new Answer(last, type, work, body.put(ControlMessage.ANSWER_NUMBER, last), System.nanoTime());
        unconfirmed.add(answer);
        transport.send(type, work, body);
    }

    /** Number of the last answer that the coordinator has confirmed; 0 before the first. */
    synchronized long confirmed() {
        return confirmed;
    }

    /**
     * Confirms all answers up to a number. Later answers are sent again, unless they were sent just now.
     *
     * @param nowNanos by {@link System#nanoTime}
     */
    synchronized void confirmed(long number, long nowNanos) {
        confirmed = Math.max(confirmed, Math.min(number, last));
        unconfirmed.removeIf(answer -> answer.number <= confirmed);
        for (Answer answer : unconfirmed) {
            if (nowNanos - answer.sentNanos > REPEAT_NANOS) {
                answer.sentNanos = nowNanos;
                transport.send(answer.type, answer.work, answer.body);
            }
        }
    }
}
