package dev.squeeze.kit.environment.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RequestPipeTest {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final RequestPipe pipe = new RequestPipe(sent);

    @Test
    void answersAreAssignedByTheirNumbers() {
        CompletableFuture<String> first = pipe.ask(ChildRequest.USAGE, "");
        CompletableFuture<String> second = pipe.ask(ChildRequest.STOP_RECORDING, "/a b");
        pipe.accept("http://127.0.0.1:8080");
        pipe.accept("squeeze-child answer 2 done ");
        pipe.accept("squeeze-child answer 1 done abc");

        assertThat(sent.toString(StandardCharsets.UTF_8)).isEqualTo("1 USAGE \n2 STOP_RECORDING /a b\n");
        assertThat(first).isCompletedWithValue("abc");
        assertThat(second).isCompletedWithValue("");
    }

    @Test
    void aRefusalFailsTheRequestWithTheReason() {
        CompletableFuture<String> answer = pipe.ask(ChildRequest.STOP_RECORDING, "/file");
        pipe.accept("squeeze-child answer 1 refused nothing is being recorded");

        assertThatThrownBy(answer::get)
                .hasCauseInstanceOf(RequestRefusedException.class)
                .hasMessageContaining("nothing is being recorded");
    }

    @Test
    void afterTheEndOfTheChildEveryRequestFailsAtOnce() {
        CompletableFuture<String> before = pipe.ask(ChildRequest.USAGE, "");
        pipe.outputEnded();

        assertThatThrownBy(before::get).hasCauseInstanceOf(IOException.class);
        assertThatThrownBy(pipe.ask(ChildRequest.USAGE, "")::get).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void anArgumentOfTwoLinesIsNotSent() {
        assertThatThrownBy(() -> pipe.ask(ChildRequest.STOP_RECORDING, "a\nb"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(sent.size()).isZero();
    }
}
