package dev.squeeze.feature.prices;

import dev.squeeze.engine.predict.PriceKey;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.PriceSheet;
import dev.squeeze.kit.document.TextTable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Price lists as text. */
final class PriceText {
    private PriceText() {}

    /** All built-in lists, one row per figure. */
    static String all() {
        List<PriceSheet> sheets =
                PriceList.BUILT_IN.stream().map(PriceList::sheet).toList();
        TextTable table = new TextTable(2);
        List<String> head = new ArrayList<>(List.of("figure", "unit"));
        head.addAll(PriceList.BUILT_IN);
        table.row(head);
        for (PriceKey key : PriceKey.values()) {
            if (sheets.stream().anyMatch(sheet -> sheet.figures().containsKey(key))) {
                List<String> row = new ArrayList<>(
                        List.of(key.key(), key.unit(sheets.get(0).currency())));
                sheets.forEach(sheet -> row.add(value(sheet, key)));
                table.row(row);
            }
        }
        List<String> billed = new ArrayList<>(List.of("billed-on", ""));
        List<String> replication = new ArrayList<>(List.of("replication-traffic-billed", ""));
        sheets.forEach(sheet -> {
            billed.add(billedOn(sheet));
            replication.add(yesOrNo(sheet.terms().replicationTrafficBilled()));
        });
        table.row(billed).row(replication);
        return "Price lists, per decimal GB, month of 730 hours and virtual core\n"
                + table.render("  ")
                + "\nsqueeze prices LIST shows the source and date of each figure; --yaml prints a file to start from.\n";
    }

    /** One list, with the source of each figure. */
    static String of(PriceSheet sheet) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, "%s (%s), in %s%n%s%n%n", sheet.name(), sheet.date(), sheet.currency(), sheet.source()));
        sheet.figures().forEach((key, figure) -> {
            text.append(String.format(
                    Locale.ROOT,
                    "%-28s %s %s, %s%n",
                    key.key(),
                    number(figure.value()),
                    key.unit(sheet.currency()),
                    key.meaning()));
            text.append("    ").append(figure.source());
            text.append(figure.date().isEmpty() ? "" : ", " + figure.date()).append('\n');
            text.append(figure.note().isEmpty() ? "" : "    " + figure.note() + "\n");
        });
        PriceSheet.Terms terms = sheet.terms();
        text.append('\n');
        term(text, "billed-on", billedOn(sheet) + " bytes");
        term(text, "replication-traffic-billed", yesOrNo(terms.replicationTrafficBilled()));
        term(text, "replicas-billed", yesOrNo(terms.replicasBilled()));
        term(text, "follower-fetching", yesOrNo(terms.followerFetching()));
        terms.limitedBy().ifPresent(limit -> term(text, "brokers-limited-by", lower(limit)));
        return text.toString().replace("\r\n", "\n");
    }

    private static void term(StringBuilder text, String key, String value) {
        text.append(String.format(Locale.ROOT, "%-28s %s", key, value)).append('\n');
    }

    private static String value(PriceSheet sheet, PriceKey key) {
        PriceSheet.Figure figure = sheet.figures().get(key);
        return figure == null ? "-" : number(figure.value());
    }

    private static String billedOn(PriceSheet sheet) {
        return lower(sheet.terms().billedOn());
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    private static String yesOrNo(boolean value) {
        return value ? "true" : "false";
    }

    /** All digits that a list gives, rounded to eight significant digits, since currency conversion yields more. */
    static String number(double value) {
        return value == 0
                ? "0"
                : new BigDecimal(value)
                        .round(new MathContext(8))
                        .stripTrailingZeros()
                        .toPlainString();
    }
}
