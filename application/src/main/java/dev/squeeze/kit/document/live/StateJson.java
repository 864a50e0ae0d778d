package dev.squeeze.kit.document.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.kit.document.LiveState;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Encodes the state of a run for the page's script. */
final class StateJson {
    private StateJson() {}

    /**
     * @param waited whether the response was delayed until there was news; otherwise the client has to wait before the next request
     */
    static byte[] of(LiveState state, Board.Phase phase, boolean waited) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("phase", phase.name().toLowerCase(Locale.ROOT));
        fields.put("version", state.version());
        fields.put("sequence", state.sequence());
        fields.put("words", state.words());
        fields.put("clock", state.clock());
        state.fraction().ifPresent(fraction -> fields.put("fraction", fraction));
        fields.put("waited", waited);
        try {
            return new ObjectMapper().writeValueAsBytes(fields);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a map of plain values is JSON", e);
        }
    }
}
