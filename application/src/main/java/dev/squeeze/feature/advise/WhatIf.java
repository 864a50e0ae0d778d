package dev.squeeze.feature.advise;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.squeeze.engine.predict.CostFormula;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.DataTable;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Page;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A panel in which to change rate, fan-out, retention, zones and prices, with the resulting bytes, cores and money. The
 * page's script evaluates the formulas shown, with the inputs of this class; without a script the table shows the
 * computed values.
 */
final class WhatIf implements Block.Drawn {
    private static final double SECONDS_PER_HOUR = 3600;
    /** Rows of the table; other formulas are intermediate results. */
    private static final Set<String> SHOWN = Set.of(
            "sent_gb",
            "object_gb",
            "vendor_money",
            "object_money",
            "wire_gb",
            "zone_gb",
            "disk_gb",
            "producer_cores",
            "broker_cores",
            "consumer_cores",
            "zone_money",
            "disk_money",
            CostFormula.CPU_MONEY,
            "money");

    private final AdviseResult result;
    private final String currency;
    private final Map<String, Double> inputs;
    private final List<OtherRate> others;
    /** The rates at which batches were simulated, in ascending order; empty in documents of earlier versions. */
    private final List<Double> rates;

    WhatIf(AdviseResult result) {
        this.result = result;
        this.currency = result.prices().currency();
        this.inputs = CostFormula.inputs(result.workload(), result.prices());
        this.others = result.recommendation().otherRates().orElse(List.of());
        this.rates = others.isEmpty()
                ? List.of()
                : Stream.concat(Stream.of(result.workload()), others.stream().map(other -> other.of(result.workload())))
                        .map(Workload::recordsPerSecond)
                        .sorted()
                        .toList();
    }

    /** The panel has fixed ids, so a page has at most one. */
    @Override
    public boolean isShown(String prefix) {
        return prefix.isEmpty();
    }

    @Override
    public Element element(String prefix) {
        Element panel = Element.of("div", "whatif").with("id", "what-if-panel");
        panel.add(Element.of("div", "script-only")
                .add(
                        knobs(),
                        Element.of("p")
                                .with("id", "what-if-trouble")
                                .with("role", "alert")
                                .with("hidden", "")
                                .text(
                                        "A marked value is out of range: the table shows results for the last valid values."),
                        Element.of("button")
                                .with("type", "button")
                                .with("id", "what-if-reset")
                                .text("Reset to the measured workload")));
        panel.add(table());
        return Element.of("div")
                .add(
                        PageParts.paragraph(howBatchesFollow()),
                        panel,
                        PageParts.unfolded("The formulas", List.of(formulas(), settings())));
    }

    private String howBatchesFollow() {
        return rates.isEmpty()
                ? "Batches, their ratio and the CPU per byte are those predicted for this workload. At a very different rate batches"
                        + " fill differently: run squeeze advise with that --rate."
                : Figures.say(
                        "Batches, their ratio and the CPU per byte were simulated at %s records/s and interpolated between these"
                                + " rates. For others run squeeze advise with that --rate.",
                        rates.stream().map(Figures::number).collect(Collectors.joining(", ")));
    }

    private Element knobs() {
        Element knobs = Element.of("div", "knobs");
        knobs.add(
                knob(
                        "records_per_second",
                        "Records per second",
                        1,
                        "any",
                        rates.isEmpty() ? "0.001" : plain(rates.get(0)),
                        rates.isEmpty() ? "" : plain(rates.get(rates.size() - 1))),
                knob("consumer_groups", "Consumer groups", 1, "1", "0", ""),
                knob("replication_factor", "Replication factor", 1, "1", "1", ""),
                knob("retention_seconds", "Retention, hours", SECONDS_PER_HOUR, "any", "0", ""),
                box("tiered", "Tiered storage"),
                knob("local_retention_seconds", "Local retention, hours", SECONDS_PER_HOUR, "any", "0", ""),
                knob("zones", "Zones", 1, "1", "1", ""),
                knob("zone_price", "Zone traffic, " + currency + "/GB", 1, "any", "0", ""),
                knob("disk_price", "Disk, " + currency + "/GB per month", 1, "any", "0", ""),
                knob("disk_utilisation", "Disk utilisation, 0 to 1", 1, "any", "0.01", "1"),
                knob("object_price", "Object store, " + currency + "/GB per month", 1, "any", "0", ""),
                knob("write_price", "Object store, " + currency + "/1000 writes", 1, "any", "0", ""),
                knob("ingress_price", "Vendor's traffic in, " + currency + "/GB", 1, "any", "0", ""),
                knob("egress_price", "Vendor's traffic out, " + currency + "/GB", 1, "any", "0", ""),
                knob("vcpu_price", "vCPU, " + currency + "/hour", 1, "any", "0", ""),
                knob("cpu_utilisation", "CPU utilisation, 0 to 1", 1, "any", "0.01", "1"),
                box("follower_fetching", "Consumers read in their own zone"),
                box("billed_uncompressed", "Billed on uncompressed bytes"),
                box("replication_billed", "Traffic between brokers is billed"),
                box("replicas_billed", "Every replica is billed"));
        return knobs;
    }

    private Element knob(String name, String title, double scale, String step, String min, String max) {
        double exact = inputs.getOrDefault(name, 0.0);
        double value = exact / scale;
        return Element.of("div", "knob")
                .add(
                        Element.of("label").with("for", "knob-" + name).text(title),
                        Element.of("input")
                                .with("id", "knob-" + name)
                                .with("type", "number")
                                .with("inputmode", "decimal")
                                .with("data-knob", name)
                                .with("data-scale", Long.toString(Math.round(scale)))
                                .with("data-exact", Double.toString(exact))
                                .with("step", step)
                                .with("min", min)
                                .with("max", max)
                                .with("value", plain(value)));
    }

    private Element box(String name, String title) {
        Element box = Element.of("input")
                .with("id", "knob-" + name)
                .with("type", "checkbox")
                .with("data-knob", name);
        return Element.of("div", "knob tick")
                .add(
                        inputs.getOrDefault(name, 0.0) > 0 ? box.with("checked", "") : box,
                        Element.of("label").with("for", "knob-" + name).text(title));
    }

    /** To six digits or more, for an input field; until the user changes it, the exact value is used. */
    private static String plain(double value) {
        double shown = Math.abs(value) >= 1e5
                ? Math.rint(value)
                : new BigDecimal(value).round(new MathContext(6)).doubleValue();
        return shown == Math.rint(shown) && Math.abs(shown) < 1e15
                ? Long.toString((long) shown)
                : Double.toString(shown);
    }

    private Element table() {
        Element table = Element.of("table", "plain");
        table.add(Element.of("caption").text("Result; GB and money are per month"));
        Element head = Element.of("tr").add(Element.of("td"));
        columns().keySet().forEach(name -> head.add(heading(name)));
        table.add(Element.of("thead").add(head.add(heading("change"))));
        Element body = Element.of("tbody");
        CostFormula.ALL.stream()
                .filter(formula -> SHOWN.contains(formula.name()))
                .forEach(formula -> body.add(row(formula)));
        return Element.of("div", "scroll")
                .with("tabindex", "0")
                .with("role", "region")
                .with("aria-label", "Result")
                .with("aria-live", "polite")
                .add(table.add(body));
    }

    private static Element heading(String words) {
        return Element.of("th").with("scope", "col").text(words);
    }

    private Element row(CostFormula formula) {
        String unit =
                switch (formula.unit()) {
                    case MONEY -> ", " + currency;
                    case CORES -> "";
                    default -> ", GB";
                };
        Element row = Element.of("tr")
                .with("data-formula", formula.name())
                .add(Element.of("th", "words")
                        .with("scope", "row")
                        .text((formula.name().equals(CostFormula.CPU_MONEY) ? "all cores" : formula.title()) + unit));
        List<Double> values = columns().values().stream()
                .map(prediction -> computed(formula.name(), prediction))
                .toList();
        values.forEach(value -> row.add(Element.of("td").text(Figures.number(value))));
        double change = values.get(1) - values.get(0);
        return row.add(Element.of("td").text(Figures.signed(change)));
    }

    private double computed(String name, Prediction prediction) {
        Map<String, Double> all = new HashMap<>(inputs);
        all.putAll(CostFormula.inputs(result.workload(), prediction));
        return CostFormula.evaluate(all).getOrDefault(name, 0.0);
    }

    private Map<String, Prediction> columns() {
        Map<String, Prediction> columns = new LinkedHashMap<>();
        columns.put("today", result.recommendation().current());
        boolean leaveIt = result.recommendation().leaveIt().isPresent();
        columns.put(
                leaveIt ? "best found" : "recommended",
                leaveIt
                        ? result.recommendation().best()
                        : result.recommendation().recommended());
        return columns;
    }

    private Element formulas() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("name", "unit", "formula"));
        CostFormula.ALL.forEach(formula -> rows.add(List.of(
                formula.name(),
                formula.unit() == CostFormula.Unit.MONEY
                        ? currency + "/month"
                        : formula.unit().toString(),
                formula.expression())));
        return DataTable.of(
                "Evaluated as shown; 61 is the size of a batch header in bytes, 2628000 the seconds in a month of 730 hours",
                rows,
                1,
                true);
    }

    private Element settings() {
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("input"));
        head.addAll(columns().keySet());
        rows.add(head);
        for (String name : predicted()) {
            List<String> row = new ArrayList<>(List.of(name));
            columns()
                    .values()
                    .forEach(prediction -> row.add(Figures.number(
                            CostFormula.inputs(result.workload(), prediction).getOrDefault(name, 0.0))));
            rows.add(row);
        }
        return DataTable.of(
                "Inputs as predicted at this rate; nanoseconds of CPU per uncompressed byte", rows, 1, false);
    }

    private List<String> predicted() {
        List<String> names = new ArrayList<>(List.of(
                "record_bytes",
                "records_per_batch",
                "sent_ratio",
                "ratio",
                "compress_nanos",
                "decompress_nanos",
                "consumer_nanos"));
        result.workload().activeShare().ifPresent(share -> names.add("active_share"));
        result.workload().keptShare().ifPresent(share -> names.add("kept_share"));
        result.workload().retentionBytes().ifPresent(bytes -> names.add("max_kept_bytes"));
        result.workload().localRetentionBytes().ifPresent(bytes -> names.add("max_local_bytes"));
        return names;
    }

    /** The inputs at each simulated rate, including this one. */
    private List<Map<String, Object>> simulated(Prediction here, Function<OtherRate, Prediction> column) {
        if (others.isEmpty()) {
            return List.of();
        }
        NavigableMap<Double, Map<String, Double>> byRate = new TreeMap<>();
        byRate.put(result.workload().recordsPerSecond(), CostFormula.inputs(result.workload(), here));
        others.forEach(other -> {
            Workload there = other.of(result.workload());
            byRate.put(there.recordsPerSecond(), CostFormula.inputs(there, column.apply(other)));
        });
        return byRate.entrySet().stream()
                .map(rate -> Map.<String, Object>of("rate", rate.getKey(), "values", rate.getValue()))
                .toList();
    }

    /** Formulas and inputs for the page's script. */
    @Override
    public List<Page.Data> data(String prefix) {
        List<Map<String, Object>> columns = new ArrayList<>();
        columns()
                .forEach((name, prediction) -> columns.add(Map.of(
                        "name",
                        name,
                        "values",
                        CostFormula.inputs(result.workload(), prediction),
                        "rates",
                        simulated(prediction, columns.isEmpty() ? OtherRate::current : OtherRate::best))));
        try {
            return List.of(new Page.Data(
                    "what-if",
                    new ObjectMapper()
                            .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
                            .writeValueAsString(Map.of("formulas", CostFormula.ALL, "columns", columns))));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the formulas cannot be written: " + e.getOriginalMessage(), e);
        }
    }
}
