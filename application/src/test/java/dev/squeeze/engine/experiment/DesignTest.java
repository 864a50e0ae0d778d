package dev.squeeze.engine.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which arms a set of factors makes, and in which order they run. */
class DesignTest {
    private static final LoadSettings BASE = new LoadSettings(
            Map.of("client.rack", "r"),
            1,
            1,
            1,
            1,
            1,
            Map.of(),
            new LoadProfile.ClosedLoop(),
            ConsumerSettings.one(ConsumerSettings.When.AFTER));

    @Test
    void theFullProductHasEveryLevelWithEveryOther() {
        List<Arm> arms = Design.FULL_PRODUCT.arms(
                List.of(factor("codec", "lz4", "zstd"), factor("linger.ms", "5"), factor("acks", "0", "1", "all")),
                BASE);

        assertThat(arms)
                .extracting(Arm::label)
                .containsExactly(
                        "lz4, acks=0",
                        "lz4, acks=1",
                        "lz4, acks=all",
                        "zstd, acks=0",
                        "zstd, acks=1",
                        "zstd, acks=all");
        assertThat(arms.get(4).levels())
                .containsExactly(Map.entry("codec", "zstd"), Map.entry("linger.ms", "5"), Map.entry("acks", "1"));
        assertThat(arms.get(4).settings().producerProperties())
                .isEqualTo(Map.of("client.rack", "r", "codec", "zstd", "linger.ms", "5", "acks", "1"));
    }

    @Test
    void oneAtATimeChangesTheFirstLevelsOneByOne() {
        List<Arm> arms = Design.ONE_AT_A_TIME.arms(
                List.of(factor("codec", "lz4", "zstd", "gzip"), factor("acks", "0", "1")), BASE);

        assertThat(arms)
                .extracting(Arm::label)
                .containsExactly("lz4, acks=0", "zstd, acks=0", "gzip, acks=0", "lz4, acks=1");
    }

    @Test
    void aLevelThatIsGivenTwiceMakesTwoArmsThatCanBeToldApart() {
        List<Arm> arms = Design.FULL_PRODUCT.arms(List.of(factor("codec", "lz4", "lz4", "zstd", "lz4")), BASE);

        assertThat(arms).extracting(Arm::label).containsExactly("lz4", "lz4 (2)", "zstd", "lz4 (3)");
    }

    @Test
    void aSingleArmIsCalledAfterItsFirstFactor() {
        assertThat(Design.FULL_PRODUCT.arms(List.of(factor("codec", "lz4"), factor("acks", "1")), BASE))
                .extracting(Arm::label)
                .containsExactly("lz4");
    }

    @Test
    void moreArmsThanABudgetCanHoldAreRefusedBeforeTheyAreMade() {
        String[] many = IntStream.range(0, 100).mapToObj(String::valueOf).toArray(String[]::new);
        List<Factor> factors = Stream.of("a", "b", "c", "d", "e", "f")
                .map(name -> factor(name, many))
                .toList();

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> Design.FULL_PRODUCT.arms(factors, BASE))
                .withMessageContaining("more than 500 arms")
                .withMessageContaining("--one-at-a-time");
        assertThatExceptionOfType(UsageException.class).isThrownBy(() -> Design.ONE_AT_A_TIME.arms(factors, BASE));
    }

    @Test
    void eachRoundHoldsEveryArmOnceAndEveryArmComesFirstAtTimes() {
        Schedule schedule = new Schedule(4, 7);
        Set<Integer> first = new HashSet<>();
        Set<List<Integer>> orders = new HashSet<>();
        for (int round = 0; round < 200; round++) {
            List<Integer> order = schedule.nextRound();
            assertThat(order).containsExactlyInAnyOrder(0, 1, 2, 3);
            first.add(order.get(0));
            orders.add(order);
        }
        assertThat(first).hasSize(4);
        assertThat(orders).as("of 24").hasSize(24);
    }

    @Test
    void theSameSeedGivesTheSameOrder() {
        assertThat(rounds(3)).isEqualTo(rounds(3)).isNotEqualTo(rounds(4));
    }

    private static List<List<Integer>> rounds(long seed) {
        Schedule schedule = new Schedule(6, seed);
        List<List<Integer>> rounds = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            rounds.add(schedule.nextRound());
        }
        return rounds;
    }

    private static Factor factor(String name, String... values) {
        return new Factor(
                name,
                Stream.of(values)
                        .map(value -> new Factor.Level(value, settings -> settings.withProducerProperty(name, value)))
                        .toList());
    }
}
