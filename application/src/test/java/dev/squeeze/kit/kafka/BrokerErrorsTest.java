package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BrokerErrorsTest {
    /** Transactions always use acks=all, and no flag of these commands changes that. */
    @ParameterizedTest
    @EnumSource(
            value = Errors.class,
            names = {"NOT_ENOUGH_REPLICAS", "NOT_ENOUGH_REPLICAS_AFTER_APPEND", "REQUEST_TIMED_OUT"})
    void whatReplicasDoNotConfirmIsNotFixedByAskingForLess(Errors error) {
        assertThat(BrokerErrors.describe(error)).startsWith(error.name()).doesNotContain("acks");
    }
}
