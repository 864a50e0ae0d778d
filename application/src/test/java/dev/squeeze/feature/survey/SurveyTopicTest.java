package dev.squeeze.feature.survey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.workload.TopicOnCluster;
import dev.squeeze.kit.cluster.Answer;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SurveyTopicTest {
    private static SurveyTopic topic(Answer<Map<String, String>> settings) {
        return new SurveyTopic(
                new TopicOnCluster(
                        "orders", 1, 3, 3, OptionalInt.empty(), settings, Set.of(), new Answer.Refused<>("")),
                OptionalLong.empty());
    }

    private static SurveyTopic setTo(String compressionType) {
        return topic(new Answer.Given<>(Map.of("compression.type", compressionType)));
    }

    @Test
    void aTopicsOwnCodecIsReportedUnlessProducersChoose() {
        assertThat(setTo("producer").brokersNote()).isEmpty();
        assertThat(setTo("gzip").brokersNote())
                .hasValue("the topic sets compression.type=gzip, so brokers recompress what producers send with another"
                        + " codec: change all its producers first, then set it to producer");
        assertThat(topic(new Answer.Refused<>("no")).brokersNote()).isEmpty();
    }

    @Test
    void ofATopicThatIsSetToUncompressedBrokersUnpackWhatIsCompressed() {
        assertThat(setTo("uncompressed").brokersNote())
                .hasValue("the topic sets compression.type=uncompressed, so brokers decompress what producers send and"
                        + " store"
                        + " it uncompressed: change all its producers first, then set it to producer");
    }
}
