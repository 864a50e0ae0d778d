package dev.squeeze.feature.survey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.kit.cluster.ClusterFacts.Broker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class GivenBasisTest {
    private static final List<Broker> IN_TWO_RACKS =
            List.of(new Broker(1, Optional.of("a")), new Broker(2, Optional.of("b")), new Broker(3, Optional.of("a")));
    private static final List<Broker> ONE_WITHOUT_RACK =
            List.of(new Broker(1, Optional.of("a")), new Broker(2, Optional.empty()));

    private static GivenBasis given(OptionalInt zones, OptionalInt consumerGroups, Optional<Duration> retention) {
        return new GivenBasis(1 << 20, 1, zones, consumerGroups, retention, 2, 100, PriceList.read("aws"));
    }

    private static GivenBasis nothing() {
        return given(OptionalInt.empty(), OptionalInt.empty(), Optional.empty());
    }

    @Test
    void zonesAreTheBrokersRacksWhereAllHaveOne() {
        assertThat(nothing().on(Optional.empty(), IN_TWO_RACKS).zones()).isEqualTo(2);
        assertThat(nothing().on(Optional.empty(), ONE_WITHOUT_RACK).zones()).isEqualTo(3);
        assertThat(given(OptionalInt.of(5), OptionalInt.empty(), Optional.empty())
                        .on(Optional.empty(), IN_TWO_RACKS)
                        .zones())
                .isEqualTo(5);
    }

    @Test
    void whatNeitherAFlagNorTheClusterGaveIsReported() {
        assertThat(nothing().assumptions(ONE_WITHOUT_RACK, 4))
                .containsExactly(
                        "--zones 3: the brokers have no racks",
                        "--consumer-groups 2 for every topic",
                        "--retention 7d for the 4 topics whose settings the cluster did not report them");
        assertThat(nothing().assumptions(IN_TWO_RACKS, 0)).containsExactly("--consumer-groups 2 for every topic");
        assertThat(given(OptionalInt.of(1), OptionalInt.of(0), Optional.of(Duration.ofDays(1)))
                        .assumptions(ONE_WITHOUT_RACK, 4))
                .isEmpty();
    }
}
