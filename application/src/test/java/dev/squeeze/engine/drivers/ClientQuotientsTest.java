package dev.squeeze.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.ClientDrivers;
import dev.squeeze.engine.measure.ClientCodecs;
import dev.squeeze.engine.measure.ClientGrid;
import dev.squeeze.engine.measure.ClientQuotient;
import dev.squeeze.engine.measure.ClientQuotients;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.BundledSample;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The codecs of other client libraries, run by their drivers and compared with Java's. */
@Tag("live")
class ClientQuotientsTest {
    private static final int SMALL = 1 << 12;
    private static final int LARGE = 1 << 18;

    private static final Sample SAMPLE = Sampler.draw(
            new BundledSample("access-log", ReadOptions.DEFAULT),
            new SamplingPlan(List.of(SMALL, LARGE), 4 << 20, 1024, 3, 1),
            (read, total) -> {});

    private static List<ClientQuotient> quotients(ClientProfile client, String codecs) {
        ClientDrivers.require(client);
        ClientGrid grid =
                CodecDriver.comparison(client, CodecGrid.parse(codecs)).orElseThrow();
        return ClientQuotients.measure(SAMPLE, grid, 1, 2, SweepListener.SILENT);
    }

    @ParameterizedTest
    @EnumSource(names = {"LIBRDKAFKA", "FRANZ_GO", "SARAMA"})
    void eachIsWhatTheLibraryStoresOverWhatJavaStores(ClientProfile client) {
        for (ClientQuotient quotient : quotients(client, "lz4,zstd:1")) {
            BatchSample size = SAMPLE.sizes().stream()
                    .filter(one -> one.meanRecordBytesPerBatch() == quotient.recordBytesPerBatch())
                    .findFirst()
                    .orElseThrow();

            assertThat(quotient.bytes().estimate())
                    .as("%s of %s, %s", quotient.codec(), client, size.nominalBytes())
                    .isCloseTo(
                            stored(client, quotient.codec(), size) / storedByJava(quotient.codec(), size),
                            // Only some of the former were compressed, but all of the latter.
                            within(0.02));
        }
    }

    private static double stored(ClientProfile client, Codec codec, BatchSample size) {
        try (ClientCodecs driver = CodecDriver.start(ClientDrivers.require(client))) {
            return driver.run(codec, size.batches(), 1, 1).stored().stream()
                    .mapToInt(records -> records.bytes().length)
                    .sum();
        }
    }

    private static double storedByJava(Codec codec, BatchSample size) {
        double bytes = 0;
        try (KafkaBatchCodec kafka = KafkaBatchCodec.untimed(codec)) {
            for (PackedBatch batch : size.batches()) {
                BatchRecord[] records = batch.unpack();
                bytes += kafka.encode(records, ByteBuffer.allocate(2 * batch.recordBytes() + 1024))
                                .remaining()
                        - RecordFormatV2.BATCH_HEADER_BYTES;
            }
        }
        return bytes;
    }

    @Test
    void franzGoCompressesLargeBatchesInLargerBlocksOfSnappyThanJava() {
        List<ClientQuotient> snappy = quotients(ClientProfile.FRANZ_GO, "snappy");

        assertThat(snappy).extracting(quotient -> quotient.codec().toString()).containsOnly("snappy");
        assertThat(snappy).hasSize(2);
        assertThat(snappy.get(1).bytes().estimate()).isLessThan(0.95);
    }

    /** Records that were spread over partitions are less similar than neighbours, and compress differently. */
    @Test
    void recordsAreDealtToPartitionsAsTheirProducerDealsThem() {
        ClientDrivers.require(ClientProfile.SARAMA);
        ClientGrid grid = CodecDriver.comparison(ClientProfile.SARAMA, CodecGrid.parse("lz4"))
                .orElseThrow();

        List<ClientQuotient> dealt = ClientQuotients.measure(SAMPLE, grid, 16, 2, SweepListener.SILENT);

        // A sixteenth of a large batch fills only small batches.
        assertThat(dealt).singleElement().satisfies(quotient -> {
            assertThat(quotient.recordBytesPerBatch()).isBetween(0.7 * SMALL, 1.0 * SMALL);
            assertThat(quotient.bytes().estimate())
                    .isNotEqualTo(quotients(ClientProfile.SARAMA, "lz4")
                            .get(0)
                            .bytes()
                            .estimate())
                    .isBetween(0.9, 1.2);
        });
    }

    @Test
    void nothingIsComparedForJavaOrWithoutACodec() {
        assertThat(CodecDriver.comparison(ClientProfile.JAVA, CodecGrid.usual()))
                .isEmpty();
        ClientDrivers.require(ClientProfile.SARAMA);
        assertThat(CodecDriver.comparison(ClientProfile.SARAMA, CodecGrid.parse("none")))
                .isEmpty();
    }

    @Test
    void aStopEndsIt() {
        ClientDrivers.require(ClientProfile.SARAMA);
        ClientGrid grid =
                CodecDriver.comparison(ClientProfile.SARAMA, CodecGrid.usual()).orElseThrow();

        assertThat(ClientQuotients.measure(SAMPLE, grid, 1, 2, SweepListener.stoppedBy(() -> true)))
                .isEmpty();
    }
}
