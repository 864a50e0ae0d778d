package dev.squeeze.engine.workers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OutboxTest {
    private final List<String> sent = new ArrayList<>();
    private final Outbox outbox = new Outbox((type, work, body) ->
            sent.add(type.word() + " of " + work + " " + body.path("answer").asText() + " "
                    + body.path(ControlMessage.ANSWER_NUMBER).asLong()));

    private void answer(String word) {
        outbox.send(ControlMessage.Type.ANSWER, 7, ControlMessage.emptyBody().put("answer", word));
    }

    private static long inSeconds(long seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void whatIsNotConfirmedIsSentAgainInItsOrder() {
        answer("ready");
        answer("done");
        outbox.confirmed(0, inSeconds(0));
        assertThat(sent).as("still on its way").containsExactly("answer of 7 ready 1", "answer of 7 done 2");

        sent.clear();
        outbox.confirmed(0, inSeconds(3));
        outbox.confirmed(0, inSeconds(3));
        assertThat(sent).containsExactly("answer of 7 ready 1", "answer of 7 done 2");

        sent.clear();
        outbox.confirmed(1, inSeconds(6));
        assertThat(sent).containsExactly("answer of 7 done 2");
        assertThat(outbox.confirmed()).isEqualTo(1);
    }

    @Test
    void whatIsConfirmedIsForgotten() {
        answer("ready");
        outbox.confirmed(1, inSeconds(0));
        outbox.confirmed(0, inSeconds(10));
        answer("done");

        assertThat(sent).containsExactly("answer of 7 ready 1", "answer of 7 done 2");
        assertThat(outbox.confirmed()).isEqualTo(1);
    }
}
