package dev.squeeze.feature.advise;

import static dev.squeeze.feature.advise.LadderFixtures.TODAY;
import static dev.squeeze.feature.advise.LadderFixtures.by;
import static dev.squeeze.feature.advise.LadderFixtures.from;
import static dev.squeeze.feature.advise.LadderFixtures.onTopic;
import static dev.squeeze.feature.advise.LadderFixtures.settings;
import static dev.squeeze.feature.advise.LadderFixtures.taken;
import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.kit.format.CodecType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recommendation if brokers store batches in a codec set on the topic. */
class LadderOfTopicCodecTest {
    /** Producers send lz4, and brokers store gzip. */
    private static final Prediction GZIP_ON_TOPIC = onTopic(settings("lz4", 16_384, 5, 120), "gzip:6");

    @Test
    void brokersThatKeepWhatProducersSendStoreAnotherCodec() {
        Prediction asSent = settings("lz4", 16_384, 5, 105);

        assertThat(taken(from(GZIP_ON_TOPIC, List.of(TODAY, GZIP_ON_TOPIC, asSent))))
                .isEqualTo(asSent);
    }

    @Test
    void anotherLevelOfTheTopicsCodecIsNoOtherCodec() {
        Prediction level = onTopic(settings("lz4", 16_384, 5, 105), "gzip:9");

        assertThat(from(GZIP_ON_TOPIC, List.of(TODAY, GZIP_ON_TOPIC, level)).taken())
                .isEmpty();
    }

    /** Consumers decompress gzip already. */
    @Test
    void whereBrokersStoreGzipItIsNotHeldAgainstIt() {
        Prediction today = onTopic(settings("lz4", 16_384, 5, 400), "gzip:6");
        List<Prediction> all =
                List.of(TODAY, today, settings("gzip:6", 16_384, 5, 200), settings("zstd:3", 16_384, 5, 230));

        Ladder ladder =
                by(new LadderRules(any -> true, any -> true, 0.99), today).of(all);
        assertThat(taken(ladder).settings().codec().type()).isEqualTo(CodecType.GZIP);
    }

    /** The topic's codec counts as a setting, like the producers' codec. */
    @Test
    void theFewestChangedSettingsArePreferred() {
        Prediction today = onTopic(settings("lz4", 16_384, 5, 400), "gzip:6");
        Prediction both = settings("snappy", 16_384, 5, 200);
        Prediction topicAlone = onTopic(settings("lz4", 16_384, 5, 200), "zstd:3");
        Prediction asSent = settings("lz4", 16_384, 5, 200);

        assertThat(taken(from(today, List.of(TODAY, today, both, topicAlone)))).isEqualTo(topicAlone);
        assertThat(taken(from(today, List.of(TODAY, today, both, asSent)))).isEqualTo(asSent);
    }
}
