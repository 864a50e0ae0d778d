package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** What the coordinator knows about its workers. Any thread may query it; one thread adds received messages. */
final class Roster {
    /** A worker sends ten heartbeats a second, or two while it has no work. */
    static final Duration SILENCE = Duration.ofSeconds(5);

    private final String run;
    private final int slots;
    private final Map<Integer, Holder> holders = new HashMap<>();
    private final Map<Answer, JsonNode> answers = new HashMap<>();
    private final Map<Answer, String> failures = new HashMap<>();
    private final Map<String, String> refused = new LinkedHashMap<>();
    private OptionalLong firstAnnouncement = OptionalLong.empty();
    private Optional<String> rival = Optional.empty();

    /** The worker that holds a slot. */
    private static final class Holder {
        final WorkerIdentity identity;
        final int generation;
        final ClockSamples clock = new ClockSamples();
        long heardNanos;
        boolean left;
        Optional<JsonNode> progress = Optional.empty();
        long progressOf;
        long answered;

        /** @param answered number of the last answer that arrived earlier */
        Holder(WorkerIdentity identity, int generation, long nanos, long answered) {
            this.identity = identity;
            this.generation = generation;
            this.heardNanos = nanos;
            this.answered = answered;
        }

        /** Whether an answer is the next one: neither a duplicate, nor preceded by a missing one. */
        boolean takes(JsonNode body) {
            if (body.path(ControlMessage.ANSWER_NUMBER).asLong() != answered + 1) {
                return false;
            }
            answered++;
            return true;
        }
    }

    /**
     * A slot to be pinged.
     *
     * @param answered number of the last answer that arrived from its holder
     */
    record ToPing(int slot, int generation, long answered) {}

    private record Answer(int slot, long work, String word) {}

    Roster(String run, int slots) {
        this.run = run;
        this.slots = slots;
    }

    synchronized void take(ControlReader.Received received) {
        ControlMessage message = received.message();
        switch (message.type()) {
            case RUN -> announced(received);
            case REFUSED -> {
                if (message.run().equals(run)) {
                    WorkerIdentity who = WorkerIdentity.of(message.body());
                    refused.put(
                            who.id(),
                            who.id() + " runs squeeze " + who.version() + " (protocol " + message.protocol() + ")");
                }
            }
            default -> {
                if (message.run().equals(run) && message.protocol() == ControlMessage.PROTOCOL) {
                    ofWorker(message, received.nanos());
                }
            }
        }
    }

    /** Of two runs that began together, the one announced first in the log continues; both see the same order. */
    private void announced(ControlReader.Received received) {
        ControlMessage message = received.message();
        long first = message.body().path("first").asLong(received.offset());
        if (message.run().equals(run)) {
            firstAnnouncement = OptionalLong.of(first);
        } else if (firstAnnouncement.isPresent() && first < firstAnnouncement.getAsLong()) {
            rival = Optional.of(describe(message));
        }
    }

    /** Describes a run for an error message. */
    static String describe(ControlMessage announcement) {
        return announcement.run() + " of " + WorkerIdentity.text(announcement.body(), "host");
    }

    private void ofWorker(ControlMessage message, long nanos) {
        int slot = message.slot();
        if (slot < 0 || slot >= slots) {
            return;
        }
        Holder holder = holders.get(slot);
        if (message.type() == ControlMessage.Type.JOINED) {
            // Generations start over in a group that was empty for a long time.
            if (holder == null || message.generation() > holder.generation || !isAlive(holder, nanos)) {
                holders.put(
                        slot,
                        new Holder(
                                WorkerIdentity.of(message.body()),
                                message.generation(),
                                nanos,
                                message.body().path(ControlMessage.CONFIRMED).asLong()));
            }
            return;
        }
        // A previous holder may still send: it was paused, and does not know yet that it lost the slot.
        if (holder == null
                || message.generation() != holder.generation
                || !message.from().equals(holder.identity.id())) {
            return;
        }
        holder.heardNanos = nanos;
        JsonNode body = message.body();
        switch (message.type()) {
            case LEFT -> holder.left = true;
            case BEAT -> {
                holder.progressOf = message.work();
                holder.progress = Optional.of(body);
            }
            case PONG ->
                holder.clock.add(ClockOffset.of(
                        body.path("sent").asLong(),
                        body.path("received").asLong(),
                        body.path("answered").asLong(),
                        nanos,
                        body.path("wallAhead").asLong() - wallAheadNanos()));
            case ANSWER -> {
                if (holder.takes(body)) {
                    answers.put(
                            new Answer(slot, message.work(), body.path("answer").asText()), body);
                }
            }
            case FAILED -> {
                if (holder.takes(body)) {
                    failures.put(new Answer(slot, message.work(), ""), WorkerIdentity.text(body, "reason"));
                }
            }
            default -> {}
        }
    }

    /** How far our wall clock is ahead of our monotonic clock. */
    static long wallAheadNanos() {
        java.time.Instant now = java.time.Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano() - System.nanoTime();
    }

    /** Another run of the same group that was announced first; empty if there is none. */
    synchronized Optional<String> rival() {
        return rival;
    }

    /** Offset of our own first announcement in the lobby; empty before it has been read back. */
    synchronized OptionalLong firstAnnouncement() {
        return firstAnnouncement;
    }

    /** All slots, if each has a different live worker whose clock is known; empty otherwise. */
    synchronized Optional<List<CrewMember>> complete(long nowNanos) {
        List<CrewMember> members = new ArrayList<>();
        for (int slot = 0; slot < slots; slot++) {
            Holder holder = holders.get(slot);
            if (holder == null || !isAlive(holder, nowNanos) || !holder.clock.areEnough()) {
                return Optional.empty();
            }
            members.add(new CrewMember(
                    slot,
                    holder.generation,
                    holder.identity,
                    holder.clock.best().orElseThrow()));
        }
        return distinct(members) == slots ? Optional.of(members) : Optional.empty();
    }

    /** The live holders of slots, ordered by slot; their clocks may not be known well yet. */
    synchronized List<CrewMember> atTheirSlots(long nowNanos) {
        return holders.keySet().stream()
                .sorted()
                .flatMap(slot -> holder(slot, nowNanos).stream())
                .toList();
    }

    /** The live holder of a slot; its clock may not be known yet. */
    synchronized Optional<CrewMember> holder(int slot, long nowNanos) {
        return Optional.ofNullable(holders.get(slot))
                .filter(holder -> isAlive(holder, nowNanos))
                .map(holder -> new CrewMember(
                        slot,
                        holder.generation,
                        holder.identity,
                        holder.clock.best().orElse(ClockOffset.UNKNOWN)));
    }

    /** The work item that a slot's holder reported; 0 for none. */
    synchronized long workOf(int slot) {
        Holder holder = holders.get(slot);
        return holder == null ? 0 : holder.progressOf;
    }

    private static long distinct(List<CrewMember> members) {
        return members.stream().map(CrewMember::name).distinct().count();
    }

    private static boolean isAlive(Holder holder, long nowNanos) {
        return !holder.left && nowNanos - holder.heardNanos <= SILENCE.toNanos();
    }

    /** Number of distinct live workers. */
    synchronized int present(long nowNanos) {
        return (int) holders.values().stream()
                .filter(holder -> isAlive(holder, nowNanos))
                .map(holder -> holder.identity.id())
                .distinct()
                .count();
    }

    /** Why a member no longer holds its slot; empty while it does. */
    synchronized Optional<String> lost(CrewMember member, long nowNanos) {
        Holder holder = holders.get(member.slot());
        if (holder == null || holder.generation != member.generation()) {
            return Optional.of("lost its place in the group: it was paused, cut off or stopped");
        }
        if (holder.left) {
            return Optional.of("was stopped");
        }
        return isAlive(holder, nowNanos)
                ? Optional.empty()
                : Optional.of(
                        "sent no heartbeat for " + SILENCE.toSeconds() + " s: it died, was paused or was cut off");
    }

    /**
     * Resets the time of the last message of all holders: our own process was paused, so the silence is not their
     * fault.
     */
    synchronized void stoodStill(long nowNanos) {
        holders.values().forEach(holder -> holder.heardNanos = nowNanos);
    }

    /** All slots that have a holder, or only those whose holder's clock is not known well yet. */
    synchronized List<ToPing> toPing(boolean all) {
        return holders.entrySet().stream()
                .filter(entry -> all || !entry.getValue().clock.areEnough())
                .map(entry -> new ToPing(entry.getKey(), entry.getValue().generation, entry.getValue().answered))
                .toList();
    }

    synchronized Optional<ClockOffset> clock(int slot) {
        return Optional.ofNullable(holders.get(slot)).flatMap(holder -> holder.clock.best());
    }

    synchronized Optional<JsonNode> progress(int slot, long work) {
        return Optional.ofNullable(holders.get(slot))
                .filter(holder -> holder.progressOf == work)
                .flatMap(holder -> holder.progress);
    }

    synchronized Optional<JsonNode> answer(int slot, long work, String word) {
        return Optional.ofNullable(answers.get(new Answer(slot, work, word)));
    }

    /** All answers of a work item, which are removed. */
    synchronized List<JsonNode> takeAnswers(int slot, long work) {
        List<JsonNode> taken = new ArrayList<>();
        answers.entrySet().removeIf(entry -> {
            boolean wanted = entry.getKey().slot() == slot && entry.getKey().work() == work;
            if (wanted) {
                taken.add(entry.getValue());
            }
            return wanted;
        });
        return taken;
    }

    synchronized Optional<String> failure(int slot, long work) {
        return Optional.ofNullable(failures.get(new Answer(slot, work, "")));
    }

    synchronized void forgetAnswers() {
        answers.clear();
        failures.clear();
    }

    /** Workers of other versions, as text; empty if there are none. */
    synchronized Optional<String> refused() {
        return refused.isEmpty()
                ? Optional.empty()
                : Optional.of(refused.values().stream().collect(Collectors.joining(", ")));
    }
}
