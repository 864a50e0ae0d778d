package dev.squeeze.engine.predict;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.squeeze.kit.cli.BrokerCostArguments;
import dev.squeeze.kit.cli.PriceArguments;
import dev.squeeze.kit.unit.NearestName;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads price lists: a built-in one by name, or a YAML file. */
public final class PriceList {
    public static final List<String> BUILT_IN = List.of("aws", "gcp", "azure", "msk", "confluent", "warpstream");

    private PriceList() {}

    /** The prices that a command line specifies. */
    public static Prices asked(PriceArguments list, BrokerCostArguments arguments) {
        Prices prices = read(list.prices);
        Optional<BrokerResource> limit = Optional.ofNullable(arguments.brokersLimitedBy)
                .map(word -> PriceWords.resource("--brokers-limited-by", word))
                .or(() -> prices.broker().flatMap(Prices.Broker::limitedBy));
        if (arguments.brokersCost == null) {
            if (arguments.brokersLimitedBy != null && prices.broker().isEmpty()) {
                throw new UsageException("--brokers-limited-by needs --brokers-cost, the monthly cost of one broker");
            }
            return prices.broker()
                    .map(broker -> prices.withBroker(new Prices.Broker(broker.perMonth(), limit)))
                    .orElse(prices);
        }
        Range.requireAboveZero("--brokers-cost", arguments.brokersCost);
        return prices.withBroker(new Prices.Broker(arguments.brokersCost, limit));
    }

    /**
     * Reads a price list for predictions.
     *
     * @param nameOrFile as for {@link #sheet}
     */
    public static Prices read(String nameOrFile) {
        PriceSheet sheet = sheet(nameOrFile);
        try {
            return sheet.prices();
        } catch (IllegalArgumentException e) {
            throw new UsageException(nameOrFile + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads a price list with the origin of its figures.
     *
     * @param nameOrFile a name of {@link #BUILT_IN}, or the path of a YAML file; figures that a file omits are taken
     *     from its {@code base}, by default the AWS list
     * @throws UsageException with a message that names the file, the line, the key and what is expected
     */
    public static PriceSheet sheet(String nameOrFile) {
        return BUILT_IN.contains(nameOrFile)
                ? builtIn(nameOrFile)
                : file(nameOrFile).sheet();
    }

    /**
     * The list that supplies the figures a price list omits: for a file, its base; for a built-in list, itself.
     *
     * @param nameOrFile as for {@link #sheet}
     */
    public static String base(String nameOrFile) {
        return BUILT_IN.contains(nameOrFile) ? nameOrFile : file(nameOrFile).baseName();
    }

    private static PriceFile file(String nameOrFile) {
        Path file = UsageException.parse(nameOrFile, Path::of);
        if (!Files.isRegularFile(file)) {
            throw new UsageException("no price list '" + nameOrFile + "': "
                    + NearestName.of(nameOrFile, BUILT_IN)
                            .map(name -> "did you mean " + name + "? Give")
                            .orElse("give")
                    + " a YAML file, or one of " + String.join(", ", BUILT_IN));
        }
        try {
            return PriceFile.parse(nameOrFile, Files.readString(file, UTF_8), bases());
        } catch (IOException e) {
            throw new UsageException("cannot read " + nameOrFile + ": " + e.getMessage(), e);
        }
    }

    /** The lists that a file can be based on. */
    private static Map<String, Supplier<PriceSheet>> bases() {
        Map<String, Supplier<PriceSheet>> bases = new LinkedHashMap<>();
        BUILT_IN.forEach(name -> bases.put(name, () -> builtIn(name)));
        return bases;
    }

    private static PriceSheet builtIn(String name) {
        try (InputStream in = PriceList.class.getResourceAsStream("prices-" + name + ".yaml")) {
            if (in == null) {
                throw new IllegalStateException("the price list " + name + " is missing");
            }
            return PriceFile.parse(
                            "prices-" + name.toLowerCase(Locale.ROOT) + ".yaml",
                            new String(in.readAllBytes(), UTF_8),
                            bases())
                    .sheet();
        } catch (IOException e) {
            throw new IllegalStateException("the price list " + name + " cannot be read", e);
        }
    }
}
