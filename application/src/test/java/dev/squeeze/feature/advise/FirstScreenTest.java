package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.Codec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first screen shows what changes, with what is said about it. */
class FirstScreenTest {
    @Test
    void aCommentIsShownWithTheSettingThatItIsAbout() {
        assertThat(changed("librdkafka", "zstd", 5))
                .containsExactly(
                        "linger.ms=20", "# sticky.partitioning.linger.ms: leave it unset, it is twice linger.ms then.");
        assertThat(changed("librdkafka", "lz4", 20)).containsExactly("compression.type=zstd");
        assertThat(changed("sarama", "zstd", 5))
                .containsExactly("config.Producer.Flush.Frequency = 20 * time.Millisecond");
        assertThat(changed("sarama:1.40", "lz4", 20))
                .containsExactly(
                        "config.Producer.Compression = sarama.CompressionZSTD",
                        "config.Version = sarama.V2_1_0_0 // or newer");
    }

    private static List<String> changed(String client, String todaysCodec, int todaysLingerMillis) {
        return FirstScreen.changed(lines(client, "zstd", 20), lines(client, todaysCodec, todaysLingerMillis));
    }

    private static List<String> lines(String client, String codec, int lingerMillis) {
        return Client.parse(client).lines(new ProducerSettings(Codec.parse(codec), 65_536, lingerMillis), false);
    }
}
