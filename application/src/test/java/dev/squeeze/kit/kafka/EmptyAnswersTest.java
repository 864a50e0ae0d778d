package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class EmptyAnswersTest {
    private static final PartitionId PARTITION = new PartitionId("orders", 3);
    private static final PartitionId OTHER = new PartitionId("orders", 4);

    private final AtomicReference<OptionalLong> localStart = new AtomicReference<>(OptionalLong.of(0));
    private final AtomicInteger asked = new AtomicInteger();
    private final EmptyAnswers answers = new EmptyAnswers(partition -> {
        asked.incrementAndGet();
        return localStart.get();
    });

    @Test
    void whatTheLeaderDoesNotHaveOnItsOwnDisksIsCompactedAway() {
        localStart.set(OptionalLong.of(70));

        emptyBefore(EmptyAnswers.BEFORE_ASKING + 1, 70);

        assertThat(answers.needsTime()).isTrue();
        assertThat(answers.isCompacted(PARTITION, 70)).isTrue();
        assertThat(asked).hasValue(1);
    }

    @Test
    void brokersThatDoNotKnowTheQuestionHaveNoRemoteStorage() {
        localStart.set(OptionalLong.empty());

        emptyBefore(EmptyAnswers.BEFORE_ASKING + 1, 70);

        assertThat(answers.isCompacted(PARTITION, 70)).isTrue();
    }

    @Test
    void whatIsInRemoteStorageIsNeverPassedOver() {
        localStart.set(OptionalLong.of(71));

        emptyBefore(2 * EmptyAnswers.BEFORE_ASKING, 70);

        assertThat(answers.needsTime()).isTrue();
        assertThatThrownBy(() -> answers.isCompacted(PARTITION, 70))
                .isInstanceOf(RawAccessException.class)
                .hasMessageContaining("orders-3 at offset 70")
                .hasMessageContaining("remote storage");
    }

    @Test
    void anAnswerWithRecordsOfWhateverPartitionBeginsTheCountAgain() {
        localStart.set(OptionalLong.of(0));
        for (int i = 0; i < 10; i++) {
            emptyBefore(EmptyAnswers.BEFORE_ASKING, 70);
            answers.interrupted();
        }
        assertThat(answers.needsTime()).isFalse();
        assertThat(asked).hasValue(0);
    }

    @Test
    void aLeaderThatIsChangingBeginsTheCountOfItsPartitionAgain() {
        emptyBefore(EmptyAnswers.BEFORE_ASKING + 1, 70);
        answers.interrupted(PARTITION);

        emptyBefore(EmptyAnswers.BEFORE_ASKING + 1, 70);

        assertThat(asked).hasValue(2);
    }

    @Test
    void untilItIsDecidedNothingGoesOn() {
        assertThat(answers.isOpen()).isFalse();
        emptyBefore(2, 70);
        assertThat(answers.isOpen()).isTrue();
        answers.interrupted(PARTITION);
        assertThat(answers.isOpen()).isFalse();
        emptyBefore(EmptyAnswers.BEFORE_ASKING + 1, 70);
        assertThat(answers.isCompacted(PARTITION, 70)).isTrue();
        assertThat(answers.isOpen()).isFalse();
    }

    @Test
    void aRequestForOnePartitionAloneIsDecidedByTheSecondAnswer() {
        EmptyAnswers single = EmptyAnswers.ofSingleRequests(partition -> OptionalLong.of(70));

        assertThat(single.meaning(PARTITION, 70)).isEqualTo(EmptyAnswers.Meaning.OPEN);
        assertThat(single.needsTime()).isTrue();
        assertThat(single.meaning(PARTITION, 70)).isEqualTo(EmptyAnswers.Meaning.COMPACTED);
        assertThat(single.meaning(OTHER, 69)).isEqualTo(EmptyAnswers.Meaning.OPEN);
        assertThat(single.meaning(OTHER, 69)).isEqualTo(EmptyAnswers.Meaning.NOT_IN_TIME);
    }

    @Test
    void partitionsAreCountedByThemselves() {
        emptyBefore(EmptyAnswers.BEFORE_ASKING, 70);

        assertThat(answers.isCompacted(OTHER, 70)).isFalse();
        assertThat(asked).hasValue(0);
    }

    /** Gives all responses before the given one. */
    private void emptyBefore(int answer, long position) {
        for (int i = 1; i < answer; i++) {
            assertThat(answers.isCompacted(PARTITION, position))
                    .as("answer %d", i)
                    .isFalse();
        }
    }
}
