package dev.squeeze.engine.predict;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.squeeze.kit.unit.NearestName;
import dev.squeeze.kit.unit.UsageException;
import dev.squeeze.kit.unit.YamlMistake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.YAMLException;

/** A parsed price list: its keys with values and line numbers, on top of the list that it is based on. */
final class PriceFile {
    /** The base of a file that does not name one. */
    private static final String DEFAULT_BASE = "aws";

    private static final String NAME = "name";
    private static final String BASE = "base";
    private static final String CURRENCY = "currency";
    private static final String PER_USD = "per-usd";
    private static final String DATE = "date";
    private static final String SOURCE = "source";
    private static final String FOLLOWER_FETCHING = "follower-fetching";
    private static final String REPLICATION_BILLED = "replication-traffic-billed";
    private static final String REPLICAS_BILLED = "replicas-billed";
    private static final String BILLED_ON = "billed-on";
    private static final String LIMITED_BY = "brokers-limited-by";

    private static final List<String> WORDS = List.of(
            NAME,
            BASE,
            CURRENCY,
            PER_USD,
            DATE,
            SOURCE,
            FOLLOWER_FETCHING,
            REPLICATION_BILLED,
            REPLICAS_BILLED,
            BILLED_ON,
            LIMITED_BY);

    private static final String VALUE = "value";
    private static final String UNIT = "unit";
    private static final String NOTE = "note";
    private static final List<String> OF_A_FIGURE = List.of(VALUE, UNIT, SOURCE, DATE, NOTE);

    /** A default of this tool for figures that a list does not specify; not anyone's price. */
    private static final PriceSheet.Figure HALF =
            new PriceSheet.Figure(0.5, "assumption: headroom for peaks and for the failure of a broker", "", "");

    private static final PriceSheet.Terms OWN_BROKERS =
            new PriceSheet.Terms(false, true, true, Prices.BilledOn.COMPRESSED, Optional.empty());

    /** A scalar and its line. */
    private record Scalar(String text, int line) {}

    private final String file;
    private final Map<String, Supplier<PriceSheet>> bases;
    private final Map<String, Scalar> words = new LinkedHashMap<>();
    private final Map<PriceKey, Map<String, Scalar>> figures = new EnumMap<>(PriceKey.class);

    private PriceFile(String file, Map<String, Supplier<PriceSheet>> bases) {
        this.file = file;
        this.bases = bases;
    }

    /**
     * @param bases the lists that it can be based on, by name
     * @throws UsageException with a message that names the file, the line and the key
     */
    static PriceFile parse(String file, String text, Map<String, Supplier<PriceSheet>> bases) {
        PriceFile read = new PriceFile(file, bases);
        try (JsonParser parser = new YAMLFactory().createParser(text)) {
            read.read(parser);
        } catch (JsonProcessingException e) {
            throw read.notYaml(e.getOriginalMessage(), e);
        } catch (IOException | YAMLException e) {
            throw read.notYaml(e.getMessage(), e);
        }
        return read;
    }

    private UsageException notYaml(@Nullable String reason, Exception cause) {
        return new UsageException(file + " is not YAML: " + YamlMistake.words(String.valueOf(reason)), cause);
    }

    private void read(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new UsageException(file + " is not a price list: it needs lines such as 'vcpu-per-hour: 0.04'");
        }
        Optional<UsageException> unknown = Optional.empty();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            int line = parser.currentTokenLocation().getLineNr();
            Optional<PriceKey> figure = PriceKey.named(key);
            JsonToken token = parser.nextToken();
            if (figure.isPresent()) {
                once(figures.put(figure.get(), figure(parser, key, token)), key, line);
            } else if (WORDS.contains(key)) {
                once(words.put(key, scalar(parser, key, token)), key, line);
            } else {
                parser.skipChildren();
                unknown = unknown.or(() -> Optional.of(unknown(key, line, known())));
            }
        }
        if (parser.nextToken() != null) {
            throw wrong(
                    parser.currentTokenLocation().getLineNr(),
                    "a second document begins here: a price list must be a single document, without a line '---'");
        }
        // Reported last: text that is not YAML has no keys.
        if (unknown.isPresent()) {
            throw unknown.get();
        }
    }

    private static List<String> known() {
        List<String> known = new ArrayList<>(PriceKey.keys());
        known.addAll(WORDS);
        return known;
    }

    private Map<String, Scalar> figure(JsonParser parser, String key, JsonToken token) throws IOException {
        if (token != JsonToken.START_OBJECT) {
            return Map.of(VALUE, scalar(parser, key, token));
        }
        Map<String, Scalar> parts = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String part = parser.currentName();
            int line = parser.currentTokenLocation().getLineNr();
            if (!OF_A_FIGURE.contains(part)) {
                throw unknown(part, line, OF_A_FIGURE);
            }
            once(parts.put(part, scalar(parser, part, parser.nextToken())), part, line);
        }
        return parts;
    }

    private Scalar scalar(JsonParser parser, String key, JsonToken token) throws IOException {
        int line = parser.currentTokenLocation().getLineNr();
        if (!token.isScalarValue()) {
            throw wrong(line, key + " must be one value, not a list or map");
        }
        return new Scalar(parser.getText(), line);
    }

    private void once(@Nullable Object before, String key, int line) {
        if (before != null) {
            throw wrong(line, key + " is given twice");
        }
    }

    private UsageException unknown(String key, int line, List<String> known) {
        return wrong(
                line,
                "unknown key '" + key + "'"
                        + NearestName.of(key, known)
                                .map(name -> "; did you mean '" + name + "'?")
                                .orElse("")
                        + " (known: " + String.join(", ", known) + ")");
    }

    private UsageException wrong(int line, String what) {
        return new UsageException(file + ", line " + line + ": " + what);
    }

    /** The name of the list that it is based on. */
    String baseName() {
        return text(BASE).orElse(DEFAULT_BASE);
    }

    /** @throws UsageException as {@link #parse} does */
    PriceSheet sheet() {
        Optional<PriceSheet> base = base();
        String currency = text(CURRENCY)
                .or(() -> base.map(PriceSheet::currency))
                .orElseThrow(() -> new UsageException(file + ": currency is missing"));
        Map<PriceKey, PriceSheet.Figure> all = new EnumMap<>(PriceKey.class);
        all.put(PriceKey.DISK_UTILISATION, HALF);
        all.put(PriceKey.CPU_UTILISATION, HALF);
        base.ifPresent(from -> all.putAll(inherited(from, currency)));
        figures.forEach((key, parts) -> all.put(key, own(key, parts, currency)));
        return new PriceSheet(
                text(NAME).orElse(file),
                currency,
                text(DATE).orElse("undated"),
                text(SOURCE).orElse(file),
                all,
                terms(base.map(PriceSheet::terms).orElse(OWN_BROKERS)));
    }

    /** Empty for a list that is complete in itself. */
    private Optional<PriceSheet> base() {
        Scalar named = words.get(BASE);
        if (named == null) {
            return file.equals("prices-" + DEFAULT_BASE + ".yaml")
                    ? Optional.empty()
                    : Optional.ofNullable(bases.get(DEFAULT_BASE)).map(Supplier::get);
        }
        Supplier<PriceSheet> base = bases.get(named.text());
        if (base == null) {
            throw wrong(
                    named.line(),
                    "base must be one of " + String.join(", ", bases.keySet()) + ", not '" + named.text() + "'");
        }
        return Optional.of(base.get());
    }

    private Map<PriceKey, PriceSheet.Figure> inherited(PriceSheet base, String currency) {
        Map<PriceKey, PriceSheet.Figure> taken = new EnumMap<>(base.figures());
        taken.keySet().removeAll(figures.keySet());
        Scalar perUsd = words.get(PER_USD);
        if (currency.equals(base.currency())) {
            if (perUsd != null) {
                throw wrong(
                        perUsd.line(),
                        "per-usd has no effect, since the currency is " + currency
                                + ": add currency, such as 'currency: EUR'");
            }
            return taken;
        }
        List<String> money = taken.keySet().stream()
                .filter(PriceKey::isMoney)
                .map(PriceKey::key)
                .toList();
        if (perUsd == null && !money.isEmpty()) {
            throw wrong(
                    Objects.requireNonNull(words.get(CURRENCY)).line(),
                    "currency is " + currency + " but " + String.join(", ", money) + " are inherited from a list in "
                            + base.currency() + ": add per-usd, the price of one " + base.currency() + " in " + currency
                            + ", or specify these prices");
        }
        if (perUsd != null) {
            double factor = number(PER_USD, perUsd);
            if (!(factor > 0)) {
                throw wrong(perUsd.line(), "per-usd must be above 0, got " + perUsd.text());
            }
            String words = "converted at " + perUsd.text() + " " + currency + " for one " + base.currency();
            taken.replaceAll((key, figure) -> key.isMoney() ? figure.convertedAt(factor, words) : figure);
        }
        return taken;
    }

    private PriceSheet.Figure own(PriceKey key, Map<String, Scalar> parts, String currency) {
        Scalar value = parts.get(VALUE);
        if (value == null) {
            throw new UsageException(file + ": " + key.key() + " has no value");
        }
        Scalar unit = parts.get(UNIT);
        if (unit != null && !unit.text().equals(key.unit(currency))) {
            throw wrong(
                    unit.line(),
                    "the unit of " + key.key() + " must be " + key.unit(currency) + ", not " + unit.text());
        }
        double number = number(key.key(), value);
        if (!(number >= 0)) {
            throw wrong(value.line(), key.key() + " cannot be negative, got " + value.text());
        }
        if (!key.isMoney() && !(number > 0 && number <= 1)) {
            throw wrong(
                    value.line(),
                    key.key() + " must be above 0 and at most 1, got " + value.text()
                            + (number > 1 && number <= 100 ? ": write a fraction, such as 0.5 for 50 %" : ""));
        }
        return new PriceSheet.Figure(
                number,
                part(parts, SOURCE).or(() -> text(SOURCE)).orElse(file),
                part(parts, DATE).or(() -> text(DATE)).orElse("undated"),
                part(parts, NOTE).orElse(""));
    }

    private static Optional<String> part(Map<String, Scalar> parts, String key) {
        return Optional.ofNullable(parts.get(key)).map(Scalar::text);
    }

    private PriceSheet.Terms terms(PriceSheet.Terms base) {
        Scalar billedOn = words.get(BILLED_ON);
        Scalar limit = words.get(LIMITED_BY);
        return new PriceSheet.Terms(
                flag(FOLLOWER_FETCHING).orElse(base.followerFetching()),
                flag(REPLICATION_BILLED).orElse(base.replicationTrafficBilled()),
                flag(REPLICAS_BILLED).orElse(base.replicasBilled()),
                billedOn == null ? base.billedOn() : PriceWords.billedOn(at(billedOn, BILLED_ON), billedOn.text()),
                limit == null
                        ? base.limitedBy()
                        : Optional.of(PriceWords.resource(at(limit, LIMITED_BY), limit.text())));
    }

    private String at(Scalar scalar, String key) {
        return file + ", line " + scalar.line() + ": " + key;
    }

    private Optional<String> text(String key) {
        return Optional.ofNullable(words.get(key)).map(Scalar::text);
    }

    private Optional<Boolean> flag(String key) {
        Scalar value = words.get(key);
        if (value == null) {
            return Optional.empty();
        }
        return switch (value.text()) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> throw wrong(value.line(), key + " must be true or false, not '" + value.text() + "'");
        };
    }

    private double number(String key, Scalar value) {
        try {
            double number = Double.parseDouble(value.text());
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, with the place.
        }
        throw wrong(
                value.line(),
                key + " must be a number, not '" + value.text() + "'"
                        + (value.text().matches("\\d+,\\d+") ? ": use a decimal point" : ""));
    }
}
