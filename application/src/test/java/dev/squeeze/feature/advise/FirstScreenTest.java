package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.Codec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first screen shows the changed settings with their comments. */
class FirstScreenTest {
    @Test
    void aCommentIsShownWithTheSettingThatItIsAbout() {
        assertThat(changed("librdkafka", "zstd", 5))
                .containsExactly(
                        "linger.ms=20",
                        "# sticky.partitioning.linger.ms: leave it unset; it then defaults to twice linger.ms.");
        assertThat(changed("librdkafka", "lz4", 20)).containsExactly("compression.type=zstd");
        assertThat(changed("sarama", "zstd", 5))
                .containsExactly("config.Producer.Flush.Frequency = 20 * time.Millisecond");
        assertThat(changed("sarama:1.40", "lz4", 20))
                .containsExactly(
                        "config.Producer.Compression = sarama.CompressionZSTD",
                        "config.Version = sarama.V2_1_0_0 // or newer");
    }

    @Test
    void aLevelOfTodayThatWouldStayIsSetToTheDefault() {
        assertThat(changed("java", "zstd:19", 20)).containsExactly("compression.zstd.level=3");
        assertThat(changed("java", "gzip:9", 20)).containsExactly("compression.type=zstd");
        assertThat(changed("java", "zstd:3", 20)).isEmpty();
        assertThat(changed("librdkafka", "zstd:9", 20)).containsExactly("compression.level=-1");
        assertThat(changed("librdkafka", "gzip:9", 20))
                .containsExactly("compression.type=zstd", "compression.level=-1");
        assertThat(changed("sarama", "zstd:9", 20))
                .containsExactly("config.Producer.CompressionLevel = sarama.CompressionLevelDefault");
        assertThat(changed("franz-go", "zstd:9", 20))
                .containsExactly("kgo.ProducerBatchCompression(kgo.ZstdCompression())");
    }

    private static List<String> changed(String client, String todaysCodec, int todaysLingerMillis) {
        ProducerSettings today = settings(todaysCodec, todaysLingerMillis);
        Client producing = Client.parse(client);
        return FirstScreen.changed(
                producing.lines(settings("zstd", 20), false, today, 0), producing.lines(today, false));
    }

    private static ProducerSettings settings(String codec, int lingerMillis) {
        return new ProducerSettings(Codec.parse(codec), 65_536, lingerMillis);
    }
}
