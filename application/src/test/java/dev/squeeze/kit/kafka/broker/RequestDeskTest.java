package dev.squeeze.kit.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestDeskTest {
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final RequestDesk desk = new RequestDesk(answers::add);

    @Test
    void aRequestIsAnsweredUnderItsNumber() throws Exception {
        say("7 USAGE \n");

        String answer = next();
        assertThat(answer).startsWith("squeeze-broker answer 7 done ");
        assertThat(BrokerSnapshot.decode(answer.substring("squeeze-broker answer 7 done ".length()))
                        .jvm()
                        .threads())
                .isNotEmpty();
    }

    @Test
    void aSnapshotCrossesThePipeUnchanged() throws Exception {
        BrokerSnapshot snapshot = BrokerSnapshot.current();

        assertThat(BrokerSnapshot.decode(snapshot.encoded())).isEqualTo(snapshot);
    }

    @Test
    void whatCannotBeDoneIsRefusedWithTheReason() throws Exception {
        say("1 STOP_RECORDING /nowhere\n2 DANCE \nnonsense\n");

        assertThat(next()).isEqualTo("squeeze-broker answer 1 refused nothing is being recorded");
        assertThat(next()).startsWith("squeeze-broker answer 2 refused ").contains("DANCE");
        assertThat(next()).isEqualTo("squeeze-broker answer nonsense refused not a request: nonsense");
    }

    @Test
    void aLineThatTheEndOfTheParentCutOffIsNoRequest() throws Exception {
        say("1 USAGE \n2 STOP_RECORDING /data/recor");

        assertThat(next()).startsWith("squeeze-broker answer 1 ");
        assertThat(answers.poll(200, TimeUnit.MILLISECONDS)).isNull();
    }

    private void say(String text) throws Exception {
        desk.serve(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String next() throws InterruptedException {
        String answer = answers.poll(30, TimeUnit.SECONDS);
        assertThat(answer).isNotNull();
        return answer;
    }
}
