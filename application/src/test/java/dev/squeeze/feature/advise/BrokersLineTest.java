package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.BrokerResource;
import dev.squeeze.engine.predict.BrokersFreed;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.kit.document.Emphasis;
import dev.squeeze.kit.document.OutputFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BrokersLineTest {
    @Test
    void withoutAPriceOfBrokersNothingIsSaid() {
        assertThat(BrokersLine.of(AdviseFixtures.change())).isEmpty();
    }

    @Test
    void adviceSaysHowManyOfTheBrokersCouldGo() {
        AdviseResult result = with(AdviseFixtures.change(), 100);
        double share = 1
                - result.recommendation().recommended().resources().diskGigabytes()
                        / result.recommendation().current().resources().diskGigabytes();

        assertThat(BrokersLine.of(result).orElseThrow())
                .startsWith("Brokers: " + (int) Math.min(97, Math.floor(100 * share)) + " of 100 could go")
                .contains("USD/month", "of their disk");
        assertThat(OutputFormat.TEXT.render(result)).contains("of 100 could go");
        assertThat(OutputFormat.onTerminal(result, false, Emphasis.NONE)).contains("of 100 could go");
    }

    @Test
    void vendorsTrafficAndTheObjectStoreAreRowsWhereThereAreAny() {
        String tiered = OutputFormat.TEXT.render(AdviseFixtures.tiered());

        assertThat(tiered)
                .contains(
                        "vendor's traffic, USD",
                        "in the object store, GB",
                        "object store, USD",
                        "--local-retention 1d");
        assertThat(OutputFormat.TEXT.render(AdviseFixtures.change())).doesNotContain("vendor's traffic, USD");
    }

    @Test
    void adviceToLeaveItSaysNothingOfBrokers() {
        assertThat(BrokersLine.of(with(AdviseFixtures.leaveIt(), 100))).isEmpty();
    }

    @Test
    void whereNoneCanGoItSaysWhy() {
        Prices prices = AdviseFixtures.change().prices();

        assertThat(BrokersLine.words(new BrokersFreed(3, 0, BrokerResource.CPU, -0.1, 0), prices, "if so"))
                .isEqualTo("Brokers: none of 3 could go (needs 10 % more CPU, if so).");
        assertThat(BrokersLine.words(new BrokersFreed(9, 3, BrokerResource.NETWORK, 0.4, 1350), prices, "if so"))
                .isEqualTo("Brokers: 3 of 9 could go, 1,350 USD/month (frees 40 % of their network, if so).");
    }

    private static AdviseResult with(AdviseResult result, int brokers) {
        return new AdviseResult(
                result.run(),
                result.source(),
                result.workload().withBrokers(brokers, 3),
                result.prices().withBroker(new Prices.Broker(450, Optional.of(BrokerResource.DISK))),
                result.request(),
                result.recommendation(),
                result.next(),
                result.sweep(),
                result.verification(),
                result.cpuBasis(),
                result.origins());
    }
}
