package dev.squeeze.engine.workers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Of two coordinators that begin together, the one whose claim is first in the log gets the group. */
class LobbyRunsTest {
    private final LobbyRuns runs = new LobbyRuns();

    private void take(String run, ControlMessage.Type type) {
        runs.take(ControlMessage.of(run, type, "h", ControlMessage.emptyBody().put("host", "h")));
    }

    private String first() {
        return runs.first().map(ControlMessage::run).orElse("");
    }

    @Test
    void theFirstClaimHasTheGroupWhicheverRunsFirst() {
        take("a", ControlMessage.Type.CLAIM);
        take("b", ControlMessage.Type.CLAIM);
        take("b", ControlMessage.Type.RUN);
        take("a", ControlMessage.Type.CLAIM);

        assertThat(first()).isEqualTo("a");
        assertThat(runs.speaks("b")).isTrue();
        assertThat(runs.otherBegun("a").map(ControlMessage::run)).contains("b");
        assertThat(runs.otherBegun("b")).as("a has not begun").isEmpty();
    }

    @Test
    void whatHasEndedIsNotInTheWay() {
        take("a", ControlMessage.Type.RUN);
        take("a", ControlMessage.Type.END);
        take("a", ControlMessage.Type.RUN);
        take("b", ControlMessage.Type.CLAIM);

        assertThat(first()).isEqualTo("b");
        assertThat(runs.otherBegun("b")).isEmpty();
    }

    @Test
    void whatWorkersSayIsNoRun() {
        take("a", ControlMessage.Type.REFUSED);
        take("a", ControlMessage.Type.UNKNOWN);

        assertThat(runs.first()).isEmpty();
    }
}
