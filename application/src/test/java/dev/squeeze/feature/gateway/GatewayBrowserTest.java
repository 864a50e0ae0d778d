package dev.squeeze.feature.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.BrokerForTests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No web page writes through the gateway or reads from it, whatever it makes a browser send. */
@Tag("live")
@Timeout(60)
class GatewayBrowserTest {
    private static final String TOKEN = "0123456789abcdefXYZ";

    @RegisterExtension
    static final BrokerForTests BROKER = BrokerForTests.shared();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final List<RunningGateway> gateways = new ArrayList<>();

    @AfterEach
    void end() {
        gateways.forEach(RunningGateway::stop);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: https://evil.example",
                "Origin: null",
                "Origin: http://localhost:3000",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site"
            })
    void aPageOfAnotherSiteIsRefused(String header) throws Exception {
        RunningGateway gateway = gateway("foreign");
        String host = "Host: localhost:" + gateway.address().getPort();

        String write = ask(gateway, "POST /topics/foreign", host, header, "Content-Type: text/plain");
        String metrics = ask(gateway, "GET /metrics", host, header);
        String preflight = ask(gateway, "OPTIONS /topics/foreign", host, header, "Access-Control-Request-Method: POST");

        assertThat(write).startsWith("HTTP/1.1 403").contains("\"reason\":\"cross-site\"");
        assertThat(metrics).startsWith("HTTP/1.1 403").doesNotContain("squeeze_gateway");
        assertThat(preflight).startsWith("HTTP/1.1 403");
        assertThat(write + metrics + preflight).doesNotContainIgnoringCase("Access-Control-");
        assertThat(gateway.stop().err()).contains("accepted 0 records");
    }

    @Test
    void aNameThatWasMadeToLeadHereIsRefused() throws Exception {
        RunningGateway gateway = gateway("rebound");

        for (String host : List.of("rebind.evil.example", "rebind.evil.example:80", "localhost.evil.example", "x")) {
            String write = ask(gateway, "POST /topics/rebound", "Host: " + host);
            assertThat(write).startsWith("HTTP/1.1 421").contains("\"reason\":\"misdirected\"", "--allow-host");
            assertThat(ask(gateway, "GET /metrics", "Host: " + host)).startsWith("HTTP/1.1 421");
            assertThat(ask(gateway, "GET /ready", "Host: " + host)).startsWith("HTTP/1.1 421");
            assertThat(ask(gateway, "GET /health", "Host: " + host)).startsWith("HTTP/1.1 200");
        }
        for (String host :
                List.of("localhost", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:9", "[::1]", "[::1]:8080", "10.1.2.3")) {
            assertThat(ask(gateway, "POST /topics/rebound", "Host: " + host)).startsWith("HTTP/1.1 202");
        }
        assertThat(gateway.stop().err()).contains("accepted 7 records");
    }

    @Test
    void aNameThatWasAllowedIsAnswered() throws Exception {
        RunningGateway gateway = gateway("named", "--allow-host", "Gateway.internal");

        assertThat(ask(gateway, "POST /topics/named", "Host: gateway.internal:8080"))
                .startsWith("HTTP/1.1 202");
        assertThat(ask(gateway, "POST /topics/named", "Host: other.internal:8080"))
                .startsWith("HTTP/1.1 421");
    }

    @Test
    void whoeverShowsTheTokenIsNoPage() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), TOKEN);
        RunningGateway gateway = gateway("shown", "--token-file", token.toString());

        String shown = ask(gateway, "POST /topics/shown", "Host: gateway.example", "Authorization: Bearer " + TOKEN);
        String preflight = ask(
                gateway,
                "OPTIONS /topics/shown",
                "Host: gateway.example",
                "Origin: https://evil.example",
                "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: authorization");

        assertThat(shown).startsWith("HTTP/1.1 202");
        assertThat(preflight).startsWith("HTTP/1.1 401").doesNotContainIgnoringCase("Access-Control-");
    }

    private static String ask(RunningGateway gateway, String requestLine, String... headerLines) throws Exception {
        return HttpSocket.ask(gateway.address(), requestLine, headerLines);
    }

    private RunningGateway gateway(String topic, String... more) throws Exception {
        if (!BROKER.topics().contains(topic)) {
            BROKER.create(topic, 1, Map.of());
        }
        RunningGateway gateway = RunningGateway.start(BROKER.address(), more);
        gateways.add(gateway);
        return gateway;
    }
}
