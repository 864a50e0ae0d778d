package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records that are too large for some client libraries. */
class BatchBoundTest {
    /** The record is smaller than a batch, but not together with the batch's header or sarama's 36 bytes. */
    @ParameterizedTest
    @EnumSource(names = {"FRANZ_GO", "SARAMA"})
    void aRecordThatDoesNotFitWithWhatElseIsInABatchIsRefused(ClientProfile client) {
        Payload nearly = payload(16_384 - 30);
        assertThat(nearly.encodedBytes(0)).isLessThan(16_384);

        assertThatThrownBy(() -> BatchBound.check(List.of(arm(client)), nearly))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(client.label() + " refuses records")
                .hasMessageContaining("16,384 bytes); 1 of the 1 records")
                .hasMessageContaining("--batch-size 17KiB");
    }

    @Test
    void whatFitsOrIsSentAloneIsNot() {
        Payload small = payload(16_384 - 150);
        Payload large = payload(20_000);

        assertThatCode(() -> {
                    BatchBound.check(List.of(arm(ClientProfile.FRANZ_GO), arm(ClientProfile.SARAMA)), small);
                    BatchBound.check(List.of(arm(ClientProfile.LIBRDKAFKA), arm(ClientProfile.JAVA)), large);
                })
                .doesNotThrowAnyException();
    }

    /** librdkafka adds the maximum framing that a record can have. */
    @Test
    void librdkafkaRefusesRecordsThatItsRequestsDoNotTake() {
        Payload large = payload(999_990);

        assertThatThrownBy(() -> BatchBound.check(List.of(arm(ClientProfile.LIBRDKAFKA)), large))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("librdkafka refuses records above message.max.bytes (here 1,000,000 bytes")
                .hasMessageContaining("--client-property librdkafka:message.max.bytes=20000")
                .hasMessageContaining("--topic-config max.message.bytes=20000");
        assertThatThrownBy(() ->
                        BatchBound.check(List.of(librdkafka(Map.of("message.max.bytes", "9000"))), payload(9_000)))
                .hasMessageContaining("here 9,000 bytes");
        assertThatCode(() -> {
                    BatchBound.check(List.of(arm(ClientProfile.LIBRDKAFKA)), payload(999_950));
                    BatchBound.check(List.of(librdkafka(Map.of("message.max.bytes", "2000000"))), large);
                })
                .doesNotThrowAnyException();
    }

    private static Arm librdkafka(Map<String, String> own) {
        Arm arm = arm(ClientProfile.LIBRDKAFKA);
        return new Arm(
                arm.label(),
                Map.of(),
                arm.settings().withClient(Optional.of(ForeignClient.of(ClientProfile.LIBRDKAFKA, own))));
    }

    private static Arm arm(ClientProfile client) {
        LoadSettings settings = new LoadSettings(
                Map.of("batch.size", "16384"),
                1,
                1,
                1,
                1,
                1,
                Map.of(),
                new LoadProfile.ClosedLoop(),
                ConsumerSettings.one(ConsumerSettings.When.NEVER));
        return new Arm(client.label(), Map.of(), settings.withClient(ForeignClient.where(client)));
    }

    private static Payload payload(int valueBytes) {
        return Payload.of(List.of(new BatchRecord(null, new byte[valueBytes], BatchRecord.NO_HEADERS, 0)));
    }
}
