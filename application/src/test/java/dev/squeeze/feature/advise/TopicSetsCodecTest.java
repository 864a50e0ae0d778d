package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.HandMade;
import dev.squeeze.kit.format.TopicCompression;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A topic's own compression.type makes brokers store another codec than producers send. */
class TopicSetsCodecTest {
    @Test
    void aChangeThatBrokersWouldUndoSaysSoAndInWhichOrderItIsMade() {
        assertThat(about(to("gzip").advise())).singleElement().satisfies(caveat -> {
            assertThat(caveat.message())
                    .isEqualTo(
                            "The topic sets compression.type=gzip, so brokers compress again what producers send in another"
                                    + " codec: the log shows their codec, not the producers'. Change all its producers first, then set"
                                    + " it to producer; until then batches are stored in gzip, whatever is sent.");
            assertThat(caveat.brief())
                    .isEqualTo(
                            "The topic sets compression.type=gzip: change all its producers, then set it to producer.");
        });
        assertThat(about(to("uncompressed").advise())).singleElement().satisfies(caveat -> assertThat(caveat.message())
                .contains("unpack what producers compress", "batches are stored uncompressed, whatever is sent"));
    }

    @Test
    void whereBrokersKeepWhatIsAdvisedThereIsNothingToUndo() {
        assertThat(about(to("zstd").advise())).isEmpty();
        assertThat(about(to("producer").advise())).isEmpty();
        assertThat(about(AdviceCase.usual().advise()))
                .as("no cluster reports it")
                .isEmpty();
    }

    /** Producers may send anything. */
    @Test
    void todaysCodecOfALogIsTheBrokers() {
        assertThat(about(to("zstd").storedInBatchesOfFive().advise()))
                .singleElement()
                .satisfies(caveat ->
                        assertThat(caveat.message()).endsWith("the log shows their codec, not the producers'."));
        assertThat(about(to("producer").storedInBatchesOfFive().advise())).isEmpty();
    }

    /** With a codec on the topic, its present one is what is changed. */
    @Test
    void anotherCodecOnTheTopicIsNotUndone() {
        assertThat(about(to("gzip").changing(Change.TOPIC).advise())).isEmpty();
    }

    private static AdviceCase to(String compressionType) {
        return AdviceCase.usual()
                .on(HandMade.workload(100_000)
                        .withTopicCompression(Optional.of(TopicCompression.parse(compressionType))));
    }

    private static List<Caveat> about(Recommendation advice) {
        return advice.caveats().stream()
                .filter(TrafficCaveat.TopicSetsCodec.class::isInstance)
                .toList();
    }
}
