package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BrokersFreedTest {
    private static final Map<BrokerResource, Double> SHARES =
            Map.of(BrokerResource.DISK, 0.8, BrokerResource.NETWORK, 0.4, BrokerResource.CPU, -0.2);

    @Test
    void theNamedResourceDecides() {
        assertThat(freed(9, 3, BrokerResource.NETWORK))
                .isEqualTo(new BrokersFreed(9, 3, BrokerResource.NETWORK, 0.4, 1_350));
    }

    @Test
    void whereNobodyNamedItDiskOrNetworkDecidesWhicheverIsFreedLess() {
        assertThat(BrokersFreed.of(new Prices.Broker(450, Optional.empty()), 9, 3, SHARES))
                .hasValue(freed(9, 3, BrokerResource.NETWORK));
    }

    @Test
    void asManyBrokersStayAsAPartitionHasReplicas() {
        assertThat(freed(4, 3, BrokerResource.DISK).freed()).isEqualTo(1);
        assertThat(freed(3, 3, BrokerResource.DISK).freed()).isZero();
    }

    @Test
    void moreNeedFreesNoBroker() {
        assertThat(freed(9, 3, BrokerResource.CPU).freed()).isZero();
        assertThat(freed(9, 3, BrokerResource.CPU).moneyPerMonth()).isZero();
    }

    @Test
    void aThirdOfNineIsThreeInSpiteOfRounding() {
        Prices.Broker broker = new Prices.Broker(1, Optional.of(BrokerResource.DISK));

        assertThat(BrokersFreed.of(broker, 9, 1, Map.of(BrokerResource.DISK, BrokersFreed.share(0.3, 0.2)))
                        .orElseThrow()
                        .freed())
                .isEqualTo(3);
    }

    @Test
    void nothingIsSaidOfAResourceThatIsNotKnown() {
        Prices.Broker broker = new Prices.Broker(1, Optional.of(BrokerResource.CPU));

        assertThat(BrokersFreed.of(broker, 9, 1, Map.of(BrokerResource.DISK, 0.5)))
                .isEmpty();
    }

    private static BrokersFreed freed(int brokers, int replicas, BrokerResource limit) {
        return BrokersFreed.of(new Prices.Broker(450, Optional.of(limit)), brokers, replicas, SHARES)
                .orElseThrow();
    }
}
