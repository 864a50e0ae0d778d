package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.squeeze.kit.format.Codec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Brokers that recompress store today's batches with another codec. */
class RecompressionTest {
    private static final MeasuredSample ACCESS_LOG = new MeasuredSample("sample:access-log");
    private static final Codec ZSTD = Codec.parse("zstd:3");
    /** So short that it closes all batches, whatever the codec. */
    private static final int LINGER_MILLIS = 5;

    private static final CompressionCurve PLAIN = ACCESS_LOG.curve(Codec.NONE);
    private static final CompressionCurve SMALL = ACCESS_LOG.curve(ZSTD);

    private static Workload workload(ClientProfile client) {
        return Workload.of(20_000, ACCESS_LOG.recordBytes(), false, 4)
                .withBrokers(3, 3)
                .withZones(3)
                .withClient(Client.of(client));
    }

    private static ProducerSettings settings(Codec codec) {
        return new ProducerSettings(codec, 1 << 20, LINGER_MILLIS);
    }

    @ParameterizedTest
    @EnumSource(
            value = ClientProfile.class,
            names = {"JAVA", "LIBRDKAFKA"})
    void theSameBatchesAreAsSmallAsIfTheirProducerHadCompressedThem(ClientProfile client) {
        Forecaster forecaster = new Forecaster(
                ACCESS_LOG.records(),
                workload(client),
                Optional.empty(),
                Surroundings.applications(Optional.empty()),
                1);

        Forecast byProducer = forecaster.of(settings(ZSTD), Optional.of(SMALL));
        Forecaster.Recompressed byBroker = forecaster.recompressed(settings(Codec.NONE), PLAIN, SMALL);
        Forecaster.Recompressed coarse = forecaster.coarseRecompressed(settings(Codec.NONE), PLAIN, SMALL);

        assertThat(byBroker.sent().recordsPerBatch()).isCloseTo(byProducer.recordsPerBatch(), withPercentage(5));
        assertThat(byBroker.sent().ratio()).isCloseTo(1, withPercentage(0.5));
        assertThat(byBroker.storedRatio()).isCloseTo(byProducer.ratio(), withPercentage(3));
        assertThat(coarse.storedRatio()).isCloseTo(byBroker.storedRatio(), withPercentage(15));
    }

    private static SettingsPredictor predictor() {
        return SettingsPredictor.ofApplications(
                new SentRecords(ACCESS_LOG.records(), Optional.empty()),
                new CostModel(workload(ClientProfile.JAVA), PriceList.read("aws")),
                Map.of(Codec.NONE, PLAIN, ZSTD, SMALL),
                Optional.empty(),
                0,
                1);
    }

    @Test
    void producersSendAsTodayAndOnlyWhatFollowsShrinks() {
        SettingsPredictor predictor = predictor();
        Prediction today = predictor.of(settings(Codec.NONE), PLAIN);
        Prediction onTopic = predictor.recompressed(today, PLAIN, SMALL);
        Prediction byProducer = predictor.of(settings(ZSTD), SMALL);

        assertThat(onTopic.settings().storedCodec()).isEqualTo(ZSTD);
        assertThat(onTopic.fill()).isEqualTo(today.fill());
        assertThat(onTopic.sentRatio()).hasValue(today.ratio());
        assertThat(onTopic.resources().diskGigabytes())
                .isCloseTo(byProducer.resources().diskGigabytes(), withPercentage(5));
        assertThat(List.of(
                        byProducer.resources().zoneMoney(),
                        onTopic.resources().zoneMoney(),
                        today.resources().zoneMoney()))
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(onTopic.resources().brokerCores())
                .isGreaterThan(today.resources().brokerCores())
                .isGreaterThan(byProducer.resources().brokerCores());
        assertThat(onTopic.resources().consumerCores())
                .isCloseTo(byProducer.resources().consumerCores(), withPercentage(10));
    }

    /** A log shows what producers send, which may differ from what their settings would form at that rate. */
    @Test
    void largerBatchesOfALogAreStoredAsWellAsLargerBatchesAre() {
        SettingsPredictor predictor = predictor();
        Prediction few = predictor.of(settings(Codec.NONE), PLAIN);
        Prediction many = predictor.of(new ProducerSettings(Codec.NONE, 1 << 20, 8 * LINGER_MILLIS), PLAIN);
        Prediction log = new Prediction(
                few.settings(),
                many.fill(),
                many.ratio(),
                many.ratioRelativeHalfWidth(),
                few.speedRelativeHalfWidth(),
                many.resources(),
                few.addedLatencyMillis(),
                few.simulated());

        // A predictor is used for one log only.
        double ofMany = predictor().recompressed(many, PLAIN, SMALL).ratio();
        assertThat(predictor().recompressed(log, PLAIN, SMALL).ratio()).isCloseTo(ofMany, withPercentage(5));
        assertThat(predictor().recompressed(few, PLAIN, SMALL).ratio()).isLessThan(0.85 * ofMany);
    }
}
