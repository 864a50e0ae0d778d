package dev.squeeze.engine.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which arms are predicted; without a codec, so that no driver runs. */
class ForecastArmsTest {
    @ParameterizedTest
    @CsvSource({
        "FRANZ_GO, acks, all, true",
        "FRANZ_GO, acks, 1, false",
        "FRANZ_GO, enable.idempotence, true, true",
        "FRANZ_GO, enable.idempotence, false, false",
        "LIBRDKAFKA, acks, 1, true",
        "LIBRDKAFKA, enable.idempotence, true, false",
        "SARAMA, enable.idempotence, false, true",
        "SARAMA, enable.idempotence, true, false",
        "JAVA, enable.idempotence, false, true",
    })
    void otherNumbersOfRequestsInFlightAreNotPredicted(
            ClientProfile client, String property, String value, boolean predicted) {
        Map<String, String> properties = new TreeMap<>(new ProducerSettings(Codec.NONE, 16_384, 5).toProperties());
        properties.put(property, value);
        ArmForecaster forecaster = new ArmForecaster(
                Payload.of(List.of(new BatchRecord(null, new byte[200], BatchRecord.NO_HEADERS, 0))),
                1,
                0.5,
                2,
                1,
                SweepListener.SILENT,
                said -> {});

        assertThat(forecaster
                        .of(new Arm("one", Map.of(), settings(properties, ForeignClient.where(client))))
                        .isPresent())
                .isEqualTo(predicted);
    }

    private static LoadSettings settings(Map<String, String> properties, Optional<ForeignClient> client) {
        return new LoadSettings(
                        properties,
                        1,
                        1,
                        1,
                        1,
                        1,
                        Map.of(),
                        new LoadProfile.OpenLoop(1_000),
                        ConsumerSettings.one(ConsumerSettings.When.CONCURRENT))
                .withClient(client);
    }
}
