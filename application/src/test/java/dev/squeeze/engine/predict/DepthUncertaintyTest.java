package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DepthUncertaintyTest {
    private static final MeasuredSample ACCESS_LOG = new MeasuredSample("sample:access-log");
    private static final CompressionCurve PLAIN = ACCESS_LOG.curve(Codec.NONE);

    private static DepthUncertainty of(ClientProfile client, boolean keyed, int partitions, double fullShare) {
        return of(client, keyed ? 1 : 0, partitions, fullShare);
    }

    private static DepthUncertainty of(ClientProfile client, double keyedShare, int partitions, double fullShare) {
        boolean keyed = keyedShare > 0;
        Workload workload =
                Workload.of(1_000, ACCESS_LOG.recordBytes(), keyed, partitions).withClient(Client.of(client));
        Forecast forecast = new Forecast(
                new ProducerSettings(Codec.NONE, 16_384, 20),
                1_000,
                50,
                50 * ACCESS_LOG.recordBytes(),
                1,
                400,
                0.01,
                0,
                1,
                fullShare,
                10,
                1_000 * ACCESS_LOG.recordBytes(),
                Map.of(),
                20,
                40,
                Optional.empty());
        Forecaster forecaster = new Forecaster(
                withKeys(keyedShare), workload, Optional.empty(), Surroundings.applications(Optional.empty()), 1);
        return DepthUncertainty.of(forecast, PLAIN, forecaster, workload);
    }

    private static List<BatchRecord> withKeys(double share) {
        List<BatchRecord> records = ACCESS_LOG.records().subList(0, 1_000);
        return IntStream.range(0, records.size())
                .mapToObj(i -> i < share * records.size()
                        ? new BatchRecord(
                                ByteBuffer.allocate(4).putInt(i).array(),
                                records.get(i).value(),
                                BatchRecord.NO_HEADERS,
                                0)
                        : records.get(i))
                .toList();
    }

    /** A single record with a key makes the topic a keyed one. */
    @ParameterizedTest
    @CsvSource({
        "JAVA, 0.001, 0.25",
        "JAVA, 0.5, 0.25",
        "JAVA, 0.95, 0.25",
        "JAVA, 0.999, 0.08",
        "LIBRDKAFKA, 0.5, 0.25",
        "LIBRDKAFKA, 0.999, 0.08",
    })
    void recordsWithoutAKeyStayWithAPartitionWhereOthersHaveKeys(
            ClientProfile client, double keyedShare, double expected) {
        assertThat(of(client, keyedShare, 12, 0.9).halfWidth()).isCloseTo(expected, within(0.01));
    }

    /** If each full batch takes a partial one along, no more than half of the batches are full. */
    @ParameterizedTest
    @CsvSource({
        "JAVA, false, 12, 0.1, 0.08",
        "JAVA, false, 12, 0.3, 0.25",
        "JAVA, false, 12, 0.9, 0.25",
        "JAVA, false, 1, 0.9, 0.08",
        "JAVA, true, 12, 0.9, 0.08",
        "LIBRDKAFKA, false, 12, 0.3, 0.25",
        "FRANZ_GO, true, 1, 0.3, 0.3",
        "SARAMA, true, 1, 0.9, 0.08",
        "SARAMA, true, 12, 0.1, 0.08",
        "SARAMA, true, 12, 0.9, 0.55",
    })
    void batchesThatLeaveWithFullOnesDependOnWhenThreadsRun(
            ClientProfile client, boolean keyed, int partitions, double fullShare, double expected) {
        assertThat(of(client, keyed, partitions, fullShare).halfWidth()).isCloseTo(expected, within(0.01));
    }

    /**
     * Otherwise a larger batch.size would not be recommended, because today's batches may be smaller than predicted.
     */
    @Test
    void aMonthsBytesAreThoseOfMachinesWithProcessorsToSpare() {
        BatchFill fill = new BatchFill(9.5, 9.5 * ACCESS_LOG.recordBytes(), true, 3);

        assertThat(of(ClientProfile.SARAMA, true, 12, 0.9).ofStoredBytes(fill, PLAIN))
                .isEqualTo(of(ClientProfile.SARAMA, true, 1, 0.9).ofStoredBytes(fill, PLAIN))
                .isPositive();
    }

    /** Without a linger, batches may be several times as large if threads wait for a CPU, but hardly smaller. */
    @Test
    void bytesAreSaidToBeOffByTheLargerOfBothSides() {
        double bytes = ACCESS_LOG.recordBytes();
        BatchFill single = new BatchFill(1, bytes, false, 0);
        double header = 61;

        assertThat(new DepthUncertainty(0.08, 4, 0).ofStoredBytes(single, PLAIN))
                .isCloseTo((header - header / 5) / (bytes + header), within(1e-9));
    }
}
