package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.predict.ClientProfile;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A live run raises limits so that large records are accepted. */
class LargeRecordsTest {
    @ParameterizedTest
    @EnumSource
    void topicsOfEveryClientTakeThem(ClientProfile client) {
        assertThat(LargeRecords.allowed(load(65_536), client, 1_500_000).topicConfigs())
                .containsEntry("max.message.bytes", "3000000");
        assertThat(LargeRecords.allowed(load(65_536), client, 900_000)).isEqualTo(load(65_536));
    }

    @Test
    void soDoProducers() {
        assertThat(LargeRecords.allowed(load(65_536), ClientProfile.JAVA, 1_500_000)
                        .producerProperties())
                .containsEntry("max.request.size", "3000000");
        assertThat(librdkafka(65_536)).containsEntry("message.max.bytes", "3000000");
        assertThat(librdkafka(4_000_000)).as("which bounds batches too").containsEntry("message.max.bytes", "4000000");
    }

    private static Map<String, String> librdkafka(int batchSizeBytes) {
        LoadSettings allowed = LargeRecords.allowed(load(batchSizeBytes), ClientProfile.LIBRDKAFKA, 1_500_000);
        return allowed.client().orElseThrow().settings(allowed.producerProperties());
    }

    private static LoadSettings load(int batchSizeBytes) {
        return new LoadSettings(
                Map.of("batch.size", String.valueOf(batchSizeBytes)),
                1,
                1,
                1,
                1,
                1,
                Map.of(),
                new LoadProfile.ClosedLoop(),
                ConsumerSettings.one(ConsumerSettings.When.NEVER));
    }
}
