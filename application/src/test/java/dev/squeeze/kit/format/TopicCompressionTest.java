package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopicCompressionTest {
    @Test
    void withProducerBrokersKeepEveryCodec() {
        TopicCompression producer = TopicCompression.parse("producer");

        assertThat(producer).isEqualTo(TopicCompression.PRODUCER);
        assertThat(producer.codec()).isEmpty();
        assertThat(CodecType.values()).allMatch(producer::keeps);
    }

    @Test
    void whereNothingIsSetKafkasDefaultHolds() {
        assertThat(TopicCompression.parse("")).isEqualTo(TopicCompression.PRODUCER);
    }

    @Test
    void uncompressedIsWhatClientsCallNone() {
        TopicCompression uncompressed = TopicCompression.parse("uncompressed");

        assertThat(uncompressed.codec()).contains(CodecType.NONE);
        assertThat(uncompressed.isUncompressed()).isTrue();
        assertThat(uncompressed.keeps(CodecType.NONE)).isTrue();
        assertThat(uncompressed.keeps(CodecType.ZSTD)).isFalse();
        assertThat(TopicCompression.of(CodecType.NONE)).isEqualTo(uncompressed).hasToString("uncompressed");
    }

    @ParameterizedTest
    @EnumSource(CodecType.class)
    void aCodecsValueIsReadAsThatCodec(CodecType codec) {
        TopicCompression topic = TopicCompression.of(codec);

        assertThat(TopicCompression.parse(topic.value())).isEqualTo(topic);
        assertThat(topic.codec()).contains(codec);
        assertThat(topic.keepsWhatIsSent()).isFalse();
        assertThat(CodecType.values()).filteredOn(topic::keeps).containsExactly(codec);
    }

    /**
     * A later version of Kafka may have more codecs; with such a setting brokers keep no batch with one of the known
     * codecs.
     */
    @Test
    void aValueThatIsNotKnownIsNoCodecAndKeepsNone() {
        TopicCompression later = TopicCompression.parse("brotli");

        assertThat(later.codec()).isEmpty();
        assertThat(later.isUncompressed()).isFalse();
        assertThat(CodecType.values()).noneMatch(later::keeps);
        assertThat(later).hasToString("brotli");
    }
}
