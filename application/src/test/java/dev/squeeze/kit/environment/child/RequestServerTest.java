package dev.squeeze.kit.environment.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.environment.JvmUsage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestServerTest {
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
    private final RequestServer server = new RequestServer(
            Map.of(ChildRequest.USAGE, () -> UsageCodec.encode(out -> UsageCodec.write(out, JvmUsage.current()))),
            answers::add,
            failures::add);

    @Test
    void aRequestIsAnsweredUnderItsNumber() throws Exception {
        say("7 USAGE \n");

        String answer = next();
        assertThat(answer).startsWith("squeeze-child answer 7 done ");
        assertThat(UsageCodec.decode(answer.substring("squeeze-child answer 7 done ".length()), UsageCodec::read)
                        .threads())
                .isNotEmpty();
    }

    @Test
    void aRequestThatThisChildHasNoSourceForIsRefused() throws Exception {
        say("3 DELIVERY \n");

        assertThat(next()).isEqualTo("squeeze-child answer 3 refused this process does not support DELIVERY");
        assertThat(failures).isEmpty();
    }

    @Test
    void anUnexpectedFailureIsLoggedAndRefused() throws Exception {
        new RequestServer(
                        Map.of(ChildRequest.USAGE, () -> {
                            throw new IOException("no\nbeans");
                        }),
                        answers::add,
                        failures::add)
                .serve(pipe("4 USAGE \n"));

        assertThat(next()).isEqualTo("squeeze-child answer 4 refused no beans");
        assertThat(failures).singleElement().isInstanceOf(IOException.class);
    }

    @Test
    void whatCannotBeDoneIsRefusedWithTheReason() throws Exception {
        say("1 STOP_RECORDING /nowhere\n2 DANCE \nnonsense\n");

        assertThat(next()).isEqualTo("squeeze-child answer 1 refused nothing is being recorded");
        assertThat(next()).startsWith("squeeze-child answer 2 refused ").contains("DANCE");
        assertThat(next()).isEqualTo("squeeze-child answer nonsense refused not a request: nonsense");
    }

    @Test
    void aLineThatTheEndOfTheParentCutOffIsNoRequest() throws Exception {
        say("1 USAGE \n2 STOP_RECORDING /data/recor");

        assertThat(next()).startsWith("squeeze-child answer 1 ");
        assertThat(answers.poll(200, TimeUnit.MILLISECONDS)).isNull();
    }

    private void say(String text) throws Exception {
        server.serve(pipe(text));
    }

    private static InputStream pipe(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private String next() throws InterruptedException {
        String answer = answers.poll(30, TimeUnit.SECONDS);
        assertThat(answer).isNotNull();
        return answer;
    }
}
