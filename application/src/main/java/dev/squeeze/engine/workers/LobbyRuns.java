package dev.squeeze.engine.workers;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The runs announced in the lobby of a group, in the order of its log, which is the same for all readers. */
final class LobbyRuns {
    private final Map<String, ControlMessage> speaking = new LinkedHashMap<>();
    private final Set<String> begun = new HashSet<>();
    private final Set<String> ended = new HashSet<>();

    void take(ControlMessage message) {
        String run = message.run();
        switch (message.type()) {
            case END -> {
                ended.add(run);
                speaking.remove(run);
            }
            case CLAIM, RUN -> {
                if (!ended.contains(run)) {
                    speaking.putIfAbsent(run, message);
                }
                if (message.type() == ControlMessage.Type.RUN) {
                    begun.add(run);
                }
            }
            default -> {}
        }
    }

    boolean speaks(String run) {
        return speaking.containsKey(run);
    }

    /** The run that has the group: the first one that has not ended. */
    Optional<ControlMessage> first() {
        return speaking.values().stream().findFirst();
    }

    /** Another run that has begun and not ended. */
    Optional<ControlMessage> otherBegun(String run) {
        return speaking.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(run) && begun.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
