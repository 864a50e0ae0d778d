package dev.squeeze.feature.prices;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.squeeze.engine.predict.PriceKey;
import dev.squeeze.engine.predict.PriceSheet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A price list as a YAML file for {@code --prices}. It has all figures, so that nothing comes from its base unless a
 * line is removed.
 */
final class PriceYaml {
    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build();

    private PriceYaml() {}

    /** @param base the list that supplies the lines that a user removes */
    static String of(PriceSheet sheet, String base) {
        Map<String, Object> lines = new LinkedHashMap<>();
        lines.put("base", base);
        lines.put("name", sheet.name());
        lines.put("currency", sheet.currency());
        lines.put("date", sheet.date());
        lines.put("source", sheet.source());
        sheet.figures().forEach((key, figure) -> lines.put(key.key(), figure(key, figure, sheet.currency())));
        PriceSheet.Terms terms = sheet.terms();
        lines.put("follower-fetching", terms.followerFetching());
        lines.put("replication-traffic-billed", terms.replicationTrafficBilled());
        lines.put("replicas-billed", terms.replicasBilled());
        lines.put("billed-on", terms.billedOn().name().toLowerCase(Locale.ROOT));
        terms.limitedBy()
                .ifPresent(limit -> lines.put("brokers-limited-by", limit.name().toLowerCase(Locale.ROOT)));
        try {
            return "# Change the prices that differ for you, and pass this file with --prices FILE. Lines that you"
                    + " remove come from the\n# list that 'base' names. For another currency, add 'per-usd': the amount"
                    + " of it that one USD buys.\n"
                    + MAPPER.writeValueAsString(lines);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the price list cannot be written: " + e.getOriginalMessage(), e);
        }
    }

    private static Map<String, Object> figure(PriceKey key, PriceSheet.Figure figure, String currency) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("value", figure.value());
        parts.put("unit", key.unit(currency));
        parts.put("source", figure.source());
        if (!figure.date().isEmpty()) {
            parts.put("date", figure.date());
        }
        if (!figure.note().isEmpty()) {
            parts.put("note", figure.note());
        }
        return parts;
    }
}
