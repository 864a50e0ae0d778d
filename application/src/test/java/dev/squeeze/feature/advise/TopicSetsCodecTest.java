package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.HandMade;
import dev.squeeze.kit.format.TopicCompression;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A topic's own compression.type makes brokers store a codec other than the producers'. */
class TopicSetsCodecTest {
    @Test
    void aChangeThatBrokersWouldUndoSaysSoAndInWhichOrderItIsMade() {
        assertThat(about(to("gzip").advise())).singleElement().satisfies(caveat -> {
            assertThat(caveat.message())
                    .isEqualTo(
                            "The topic sets compression.type=gzip, so brokers recompress what producers send with another"
                                    + " codec: the log shows their codec, not the producers'. Change all its producers first, then set"
                                    + " it to producer; until then batches are stored in gzip, whatever producers send.");
            assertThat(caveat.brief())
                    .isEqualTo(
                            "The topic sets compression.type=gzip: change all its producers, then set it to producer.");
        });
        assertThat(about(to("uncompressed").advise())).singleElement().satisfies(caveat -> assertThat(caveat.message())
                .contains(
                        "decompress what producers send", "batches are stored uncompressed, whatever producers send"));
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
                .satisfies(caveat -> assertThat(caveat.message())
                        .endsWith(
                                "the log shows their codec, not the producers'. Give the producers' codec with --current"
                                        + " compression.type=CODEC: the CPU cost of brokers depends on it."));
        assertThat(about(to("producer").storedInBatchesOfFive().advise())).isEmpty();
    }

    /** If the topic's codec may change, the present one is what changes. */
    @Test
    void anotherCodecOnTheTopicIsNotUndone() {
        assertThat(about(to("gzip").changing(Change.TOPIC).advise())).isEmpty();
    }

    /** The log shows the bytes that brokers store; what producers send determines the brokers' work. */
    @Test
    void whatProducersSendIsComparedAsBrokersStoreIt() {
        Recommendation stored = to("zstd").storedInBatchesOfFive().advise();
        Recommendation sent = to("zstd").storedInBatchesOfFive().sent("lz4").advise();

        assertThat(sent.current().settings())
                .hasToString("zstd:3 on the topic, producers lz4, batch.size=16384, linger.ms=5");
        assertThat(sent.current().fill()).isEqualTo(stored.current().fill());
        assertThat(sent.current().ratio()).isEqualTo(stored.current().ratio());
        assertThat(sent.current().resources().diskGigabytes())
                .isEqualTo(stored.current().resources().diskGigabytes());
        assertThat(sent.current().sentRatio().orElseThrow())
                .isBetween(1.5, stored.current().ratio() * 1.5);
        assertThat(sent.current().resources().brokerCores())
                .as("they unpack and compress all of it")
                .isGreaterThan(2 * stored.current().resources().brokerCores());
    }

    @Test
    void producersThatStayAsTheyAreMayHaveBrokersKeepWhatTheySend() {
        Recommendation advice = to("gzip")
                .with("gzip:6", 3.05, 20, 300)
                .today("gzip:6", 16_384, 5)
                .sent("lz4")
                .changing(Change.TOPIC)
                .advise();

        assertThat(advice.compared().orElseThrow())
                .extracting(candidate -> candidate.settings().toString())
                .contains("lz4, batch.size=16384, linger.ms=5");
    }

    @Test
    void whatWasComparedOnTheTopicIsInTheOrderOfItsCodecs() {
        Recommendation advice = to("producer")
                .with("gzip:1", 3, 50, 300)
                .with("gzip:6", 3.2, 20, 300)
                .with("snappy", 2.8, 400, 1_000)
                .changing(Change.TOPIC)
                .advise();

        assertThat(advice.compared().orElseThrow())
                .extracting(candidate -> candidate.settings().storedCodec())
                .hasSizeGreaterThan(7)
                .isSorted();
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
