package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.Codec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurrentSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "java, linger.ms=20, none, 16384, 20",
        "java, 'compression.type=zstd,compression.zstd.level=6', zstd:6, 16384, 5",
        "java:3.6, compression.type=lz4, lz4, 16384, 0",
        "franz-go, linger.ms=20, snappy, 1000012, 20",
        "franz-go, compression.type=none, none, 1000012, 10",
        "librdkafka, batch.size=65536, none, 65536, 5",
    })
    void whatIsNotGivenIsWhatTheClientDoesByItself(String client, String given, String codec, int bytes, int millis) {
        ProducerSettings defaults = Client.parse(client).defaults();

        assertThat(CurrentSettings.parse(given).over(defaults))
                .isEqualTo(new ProducerSettings(Codec.parse(codec), bytes, millis));
    }
}
