package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.ClientDrivers;
import dev.squeeze.Invocation;
import dev.squeeze.engine.predict.ClientProfile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verification with the client library that the recommendation is for. */
@Tag("live")
class VerifyClientTest {
    @Test
    void theClientItselfRuns() {
        ClientDrivers.require(ClientProfile.FRANZ_GO);
        Invocation run = Invocation.of(
                "advise",
                "sample:access-log",
                "--client",
                "franz-go",
                "--rate",
                "1000",
                "--producers",
                "1",
                "--partitions",
                "4",
                "--budget",
                "1s",
                "--verify",
                "--verify-budget",
                "12s",
                "--json");
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        JsonNode document = run.document();

        assertThat(document.at("/verification/runs")).isNotEmpty();
        for (JsonNode verified : document.at("/verification/runs")) {
            assertThat(verified.at("/arm/problems")).isEmpty();
            assertThat(verified.at("/arm/metrics/producer-cpu/estimate").asDouble())
                    .isPositive();
            // The broker reports these figures for a driver; calibrations depend on them.
            assertThat(verified.at("/arm/metrics/produce-requests/estimate").asDouble())
                    .isPositive();
            // Only Java's producer has a network thread.
            assertThat(verified.at("/arm/metrics/producer-network-cpu").isMissingNode())
                    .isTrue();
        }
        // The driver was built for the verification.
        assertThat(document.at("/recommendation/caveats").toString()).contains("Ratios are those of its own codecs");
        assertThat(document.path("verification").toString())
                .contains("CPU is not predicted: run squeeze calibrate --client franz-go");
    }

    @Test
    void aVersionThatCannotBeRunIsRefused() {
        Invocation.of("advise", "sample:access-log", "--client", "franz-go:1.19", "--verify")
                .expectRefusal(2, "--verify runs the version", "without a version");
    }
}
