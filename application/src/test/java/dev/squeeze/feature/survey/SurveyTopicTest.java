package dev.squeeze.feature.survey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.workload.TopicOnCluster;
import dev.squeeze.kit.cluster.Answer;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SurveyTopicTest {
    private static SurveyTopic topic(Answer<Map<String, String>> settings) {
        return new SurveyTopic(
                new TopicOnCluster("orders", 1, 3, 3, OptionalInt.empty(), settings, new Answer.Refused<>("")),
                OptionalLong.empty());
    }

    @Test
    void aTopicsOwnCodecIsReportedUnlessProducersChoose() {
        assertThat(topic(new Answer.Given<>(Map.of("compression.type", "producer")))
                        .brokerCodec())
                .isEmpty();
        assertThat(topic(new Answer.Given<>(Map.of("compression.type", "gzip"))).brokerCodec())
                .hasValue("gzip");
        assertThat(topic(new Answer.Refused<>("no")).brokerCodec()).isEmpty();
    }
}
