package dev.squeeze.engine.workers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A record of a control topic: a JSON object.
 *
 * @param protocol version of the form; {@code run}, {@code type} and {@code from} mean the same in all versions
 * @param run the run's id
 * @param from the sender's id
 * @param slot it is about; -1 for none, as on the wire
 * @param generation of the group when the slot was assigned; -1 for none
 * @param work number of the work within the run; 0 for none
 * @param body the rest, by type
 */
record ControlMessage(
        int protocol, String run, Type type, String from, int slot, int generation, long work, ObjectNode body) {
    static final int PROTOCOL = 1;
    static final int NONE = -1;
    /** In answers: their place in the order of a slot's answers, from 1. */
    static final String ANSWER_NUMBER = "answerNumber";
    /** In pings, and in what joins: all answers up to this number have arrived. */
    static final String CONFIRMED = "confirmed";

    /** Bodies name partitions: kept for all time, as Jackson does by default, their names take longer than the rest. */
    private static final ObjectMapper JSON = new ObjectMapper(new JsonFactoryBuilder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build());

    /** What a message is. */
    enum Type {
        /** Of who is about to begin a run. */
        CLAIM,
        RUN,
        END,
        REFUSED,
        JOINED,
        LEFT,
        BEAT,
        PING,
        PONG,
        /** Begins a work; the body names its kind. */
        OPEN,
        /** For the work that is under way; the body says what in {@code order}. */
        ORDER,
        ABANDON,
        /** From a work; the body says what in {@code answer}. */
        ANSWER,
        FAILED,
        /** Of a later version. */
        UNKNOWN;

        static Type of(String word) {
            for (Type type : values()) {
                if (type.word().equals(word)) {
                    return type;
                }
            }
            return UNKNOWN;
        }

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** One that is about no slot. */
    static ControlMessage of(String run, Type type, String from, ObjectNode body) {
        return new ControlMessage(PROTOCOL, run, type, from, NONE, NONE, 0, body);
    }

    static ObjectNode emptyBody() {
        return JsonNodeFactory.instance.objectNode();
    }

    byte[] key() {
        return (slot == NONE ? from : String.valueOf(slot)).getBytes(StandardCharsets.UTF_8);
    }

    byte[] encoded() {
        ObjectNode all = emptyBody()
                .put("protocol", protocol)
                .put("run", run)
                .put("type", type.word())
                .put("from", from)
                .put("slot", slot)
                .put("generation", generation)
                .put("work", work);
        all.set("body", body);
        try {
            return JSON.writeValueAsBytes(all);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a message cannot be written as JSON", e);
        }
    }

    /** Empty where it is none: the topic may hold what others wrote. */
    static Optional<ControlMessage> decoded(byte[] record) {
        try {
            JsonNode all = JSON.readTree(record);
            if (all == null || !all.path("protocol").isInt() || !all.path("run").isTextual()) {
                return Optional.empty();
            }
            return Optional.of(new ControlMessage(
                    all.path("protocol").asInt(),
                    all.path("run").asText(),
                    Type.of(all.path("type").asText()),
                    all.path("from").asText(),
                    all.path("slot").asInt(NONE),
                    all.path("generation").asInt(NONE),
                    all.path("work").asLong(),
                    all.path("body") instanceof ObjectNode object ? object : emptyBody()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
