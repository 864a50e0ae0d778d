package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.kit.format.CodecType;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compression on the topic, if producers cannot be changed. */
class ChangeTest {
    @Test
    void aTopicsCodecSavesDisksAndReplicationAtTheBrokersCost() {
        Recommendation advice = AdviceCase.usual().changing(Change.TOPIC).advise();
        Prediction today = advice.current();
        Prediction best = advice.recommended();

        assertThat(best.settings().topicCodec()).isPresent();
        assertThat(best.settings().codec()).isEqualTo(today.settings().codec());
        assertThat(best.fill()).isEqualTo(today.fill());
        assertThat(best.sentRatio()).hasValue(today.ratio());
        assertThat(best.resources().diskGigabytes())
                .isLessThan(today.resources().diskGigabytes() / 2);
        assertThat(best.resources().brokerCores())
                .isGreaterThan(today.resources().brokerCores());
        assertThat(best.resources().producerCores()).isCloseTo(today.resources().producerCores(), within(1e-9));
        assertThat(advice.producerConfig()).isEmpty();
        assertThat(advice.topicConfig().get(0))
                .isEqualTo("compression.type="
                        + best.settings().storedCodec().type().label());
        assertThat(advice.verdict()).contains(" on the topic, with producers as they are");
    }

    /** Two thirds of what producers send goes to another zone, which does not change. */
    @Test
    void theWayFromProducersToBrokersIsNotSaved() {
        Recommendation onTopic = AdviceCase.usual().changing(Change.TOPIC).advise();
        double today = onTopic.current().resources().wireGigabytesPerMonth();
        double stored = onTopic.recommended().resources().wireGigabytesPerMonth();

        assertThat(onTopic.recommended().resources().crossZoneGigabytesPerMonth())
                .isCloseTo(today * 2 / 3 + stored * (2 + 3 * 2 / 3.0), within(1e-6 * today));
    }

    /** Brokers recompress only batches in another codec. */
    @Test
    void anotherLevelOfTheProducersCodecIsNoChangeOfTheTopic() {
        Recommendation advice = AdviceCase.usual()
                .today("zstd:1", 16_384, 5)
                .changing(Change.TOPIC)
                .advise();

        assertThat(Stream.concat(
                        Stream.of(advice.best()), advice.runnersUp().stream().map(RunnerUp::prediction)))
                .filteredOn(prediction -> prediction.settings().topicCodec().isPresent())
                .noneMatch(prediction -> prediction.settings().storedCodec().type() == CodecType.ZSTD);
    }

    @Test
    void whereBothMayChangeTheOtherIsAmongTheAlternatives() {
        Recommendation advice = AdviceCase.usual().changing(Change.ANY).advise();
        boolean onTopic = advice.best().settings().topicCodec().isPresent();

        assertThat(advice.runnersUp())
                .anyMatch(other -> other.prediction().settings().topicCodec().isPresent() != onTopic);
    }
}
