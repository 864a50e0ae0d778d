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
 * @param protocol protocol version; {@code run}, {@code type} and {@code from} have the same meaning in all versions
 * @param run the run's id
 * @param from the sender's id
 * @param slot slot that the message refers to; -1 for none, as in the encoded message
 * @param generation generation of the group when the slot was assigned; -1 for none
 * @param work number of the work within the run; 0 for none
 * @param body the remaining fields, depending on the type
 */
record ControlMessage(
        int protocol, String run, Type type, String from, int slot, int generation, long work, ObjectNode body) {
    static final int PROTOCOL = 1;
    static final int NONE = -1;
    /** In answers: position in the sequence of a slot's answers, from 1. */
    static final String ANSWER_NUMBER = "answerNumber";
    /** In pings, and in messages of type joined: all answers up to this number have arrived. */
    static final String CONFIRMED = "confirmed";

    /**
     * Bodies contain partition names as field names: interning these forever, as Jackson does by default, takes longer
     * than all other processing.
     */
    private static final ObjectMapper JSON = new ObjectMapper(new JsonFactoryBuilder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build());

    /** The type of a message. */
    enum Type {
        /** Sent by a coordinator that is about to begin a run. */
        CLAIM,
        RUN,
        END,
        REFUSED,
        JOINED,
        LEFT,
        BEAT,
        PING,
        PONG,
        /** Begins a work item; the body names its kind. */
        OPEN,
        /** For the current work; the body contains the order in {@code order}. */
        ORDER,
        ABANDON,
        /** From a work item; the body contains the answer's name in {@code answer}. */
        ANSWER,
        FAILED,
        /** A type of a later version. */
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

    /** A message that refers to no slot. */
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

    /** Empty if the record is not a control message: others may have written to the topic. */
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
