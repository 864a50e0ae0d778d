package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.BrokerResource;
import dev.squeeze.engine.predict.BrokersFreed;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.kit.document.Figures;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How many whole brokers could be removed, in one line. */
public final class BrokersLine {
    /** Which part of a saving is immediate, and which comes later. */
    public static final String WHEN_MONEY_IS_SAVED =
            "Traffic billed per GB costs less at once; disks and brokers only when you shrink or remove one.";

    private BrokersLine() {}

    /** Absent if no broker price was given, or if no change is recommended. */
    static Optional<String> of(AdviseResult result) {
        Recommendation advice = result.recommendation();
        ResourceEstimate today = advice.current().resources();
        ResourceEstimate then = advice.recommended().resources();
        return result.prices()
                .broker()
                .filter(broker -> advice.leaveIt().isEmpty())
                .flatMap(broker -> BrokersFreed.of(
                        broker,
                        result.workload().brokers(),
                        result.workload().replicationFactor(),
                        Map.of(
                                BrokerResource.DISK,
                                BrokersFreed.share(today.diskGigabytes(), then.diskGigabytes()),
                                BrokerResource.NETWORK,
                                BrokersFreed.share(today.wireBytesPerSecond(), then.wireBytesPerSecond()),
                                BrokerResource.CPU,
                                BrokersFreed.share(today.brokerCores(), then.brokerCores()))))
                .map(freed -> words(freed, result.prices(), "if this topic is what uses them"));
    }

    /** @param condition under which the share applies to the whole cluster */
    public static String words(BrokersFreed freed, Prices prices, String condition) {
        String resource = freed.limitedBy() == BrokerResource.CPU
                ? "CPU"
                : freed.limitedBy().name().toLowerCase(Locale.ROOT);
        String share = freed.share() < 0
                ? Figures.say("needs %.0f %% more %s", -100 * freed.share(), resource)
                : Figures.say("frees %.0f %% of their %s", 100 * freed.share(), resource);
        return freed.freed() == 0
                ? Figures.say("Brokers: none of %,d could go (%s, %s).", freed.brokers(), share, condition)
                : Figures.say(
                        "Brokers: %,d of %,d could go, %s %s/month (%s, %s).",
                        freed.freed(),
                        freed.brokers(),
                        Figures.number(freed.moneyPerMonth()),
                        prices.currency(),
                        share,
                        condition);
    }
}
