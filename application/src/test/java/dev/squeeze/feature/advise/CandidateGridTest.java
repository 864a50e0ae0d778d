package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.Codec;
import org.junit.jupiter.api.Test;

class CandidateGridTest {
    @Test
    void onlyWideGapsBetweenLingersAreLookedInto() {
        assertThat(CandidateGrid.lingersBelow(100)).containsExactly(70);
        assertThat(CandidateGrid.lingersBelow(50)).containsExactly(30);
        assertThat(CandidateGrid.lingersBelow(30)).isEmpty();
        assertThat(CandidateGrid.lingersBelow(20)).isEmpty();
        assertThat(CandidateGrid.lingersBelow(5)).isEmpty();
    }

    @Test
    void clientsThatRefuseLargeRecordsGetBatchesThatTakeTheLargest() {
        assertThat(least(ClientProfile.SARAMA, 65_536, 1_000)).isEqualTo(65_536);
        assertThat(least(ClientProfile.SARAMA, 65_536, 65_500)).isEqualTo(131_072);
        assertThat(least(ClientProfile.FRANZ_GO, 65_536, 155_602)).isEqualTo(262_144);
        assertThat(least(ClientProfile.FRANZ_GO, 1_000_012, 155_602)).isEqualTo(1_000_012);
        assertThat(least(ClientProfile.SARAMA, 1_048_576, 3_000_000)).isEqualTo(4_194_304);
        assertThat(least(ClientProfile.LIBRDKAFKA, 65_536, 155_602)).isZero();
        assertThat(least(ClientProfile.JAVA, 65_536, 155_602)).isZero();
    }

    private static int least(ClientProfile client, int batchSizeBytes, long largestRecordBytes) {
        return CandidateGrid.leastBatchBytes(
                client, new ProducerSettings(Codec.parse("lz4"), batchSizeBytes, 5), largestRecordBytes);
    }
}
