package dev.squeeze.feature.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.RestartableCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Liveness and readiness of the gateway are separate. */
@Tag("live")
@Timeout(180)
class GatewayReadinessTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void withoutABrokerItLivesAndIsNotReadyUntilOneIsBack() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "0123456789abcdefXYZ");
        try (RestartableCluster cluster = new RestartableCluster(folder.resolve("data"), 1)) {
            Topics.create(cluster.target(), List.of(new TopicSpec("probed", 1, 1, Map.of())));
            RunningGateway gateway = RunningGateway.start(cluster.address(), "--token-file", token.toString());
            assertThat(gateway.get("/ready").body()).isEqualToIgnoringWhitespace("{\"status\":\"ready\"}");
            assertThat(gateway.get("/ready").statusCode()).isEqualTo(200);

            cluster.kill();

            HttpResponse<String> silent = await(gateway, 503);
            assertThat(silent.body()).contains("\"reason\":\"cluster-silent\"");
            assertThat(gateway.get("/health").statusCode()).isEqualTo(200);
            cluster.startAgain();
            await(gateway, 200);
            gateway.stop();
        }
    }

    private static HttpResponse<String> await(RunningGateway gateway, int status) throws Exception {
        HttpResponse<String> answer = gateway.get("/ready");
        for (int i = 0; i < 300 && answer.statusCode() != status; i++) {
            TimeUnit.MILLISECONDS.sleep(100);
            answer = gateway.get("/ready");
        }
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer;
    }
}
