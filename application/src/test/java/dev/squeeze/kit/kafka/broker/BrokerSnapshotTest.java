package dev.squeeze.kit.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BrokerSnapshotTest {
    @Test
    void aSnapshotCrossesThePipeUnchanged() throws Exception {
        BrokerSnapshot snapshot = BrokerSnapshot.current();

        assertThat(BrokerSnapshot.decode(snapshot.encoded())).isEqualTo(snapshot);
    }
}
