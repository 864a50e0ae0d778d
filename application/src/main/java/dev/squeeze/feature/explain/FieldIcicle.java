package dev.squeeze.feature.explain;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.html.IcicleChart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Fields as a tree by their paths. Each is as high as its own cost in stored bytes, with its uncompressed bytes next to
 * it. Below are the bytes that no field costs alone: those shared by several fields, and those that remain without any.
 */
final class FieldIcicle {
    private static final int MAX_DEPTH = 4;

    private final Map<String, FieldIcicle> children = new LinkedHashMap<>();
    private Optional<FieldCost> field = Optional.empty();

    private FieldIcicle() {}

    /** Empty if no field costs anything. */
    static Optional<Block> of(ExplainResult result) {
        FieldIcicle root = new FieldIcicle();
        for (FieldCost field : result.fields()) {
            root.add(field);
        }
        List<IcicleChart.Node> nodes = root.nodes("");
        if (nodes.stream().mapToDouble(IcicleChart.Node::first).sum() <= 0) {
            return Optional.empty();
        }
        return Optional.of(Block.Drawing.of(new IcicleChart(
                        "Where the bytes are",
                        "The height of a field is its share: on the left of the stored bytes that it costs alone, on the right of"
                                + " the uncompressed ones. Grey is what no field costs alone: what several fields share, and what remains"
                                + " without any field. Fields that cost nothing alone are missing on the left; the table lists all"
                                + " figures.",
                        "stored bytes",
                        "uncompressed bytes",
                        nodes,
                        rest(result))
                .figure()));
    }

    private static List<IcicleChart.Node> rest(ExplainResult result) {
        SharedCost shared = result.shared();
        List<FieldCost> outside = result.fields().stream()
                .filter(field -> isOutside(field.kind()))
                .toList();
        double stays = shared.framing() - sum(outside, FieldIcicle::stored);
        double raw = result.batches().rawBytesPerRecord() - sum(result.fields(), FieldCost::rawBytesPerRecord);
        return List.of(
                leaf("shared by several fields", "shared by several fields", Math.max(0, shared.shared()), 0),
                leaf("headers, syntax", "remains without any field", Math.max(0, stays), Math.max(0, raw)));
    }

    private static double sum(List<FieldCost> fields, ToDoubleFunction<FieldCost> amount) {
        return fields.stream().mapToDouble(amount).sum();
    }

    private static double stored(FieldCost field) {
        return Math.max(0, field.storedBytesPerRecord().estimate());
    }

    /** Whether it is not part of the value, so it remains when all fields of the value are removed. */
    private static boolean isOutside(ValueKind kind) {
        return kind == ValueKind.KEY || kind == ValueKind.HEADER;
    }

    private void add(FieldCost cost) {
        List<String> steps = cost.fields() == 1 && isPath(cost.kind())
                ? FieldNames.steps(cost.path(), MAX_DEPTH)
                : List.of(cost.path());
        FieldIcicle at = this;
        for (String step : steps) {
            at = at.children.computeIfAbsent(step, none -> new FieldIcicle());
        }
        // A value and an object with the same name are two fields.
        at = at.field.isPresent() ? at.children.computeIfAbsent("(value)", none -> new FieldIcicle()) : at;
        at.field = Optional.of(cost);
    }

    private static boolean isPath(ValueKind kind) {
        return !isOutside(kind) && kind != ValueKind.OTHERS;
    }

    private List<IcicleChart.Node> nodes(String prefix) {
        List<IcicleChart.Node> nodes = new ArrayList<>();
        children.forEach((name, child) -> nodes.add(child.node(name, prefix.isEmpty() ? name : prefix + "." + name)));
        return nodes;
    }

    private IcicleChart.Node node(String name, String path) {
        List<IcicleChart.Node> below = nodes(path);
        double stored = field.map(FieldIcicle::stored).orElse(0.0);
        double raw = field.map(FieldCost::rawBytesPerRecord).orElse(0.0);
        if (below.isEmpty()) {
            return leaf(name, path, stored, raw);
        }
        if (field.isPresent()) {
            below.add(leaf("(value)", path, stored, raw));
        }
        double allStored = below.stream().mapToDouble(IcicleChart.Node::first).sum();
        double allRaw = below.stream().mapToDouble(IcicleChart.Node::second).sum();
        return new IcicleChart.Node(name, words(path, allStored, allRaw), allStored, allRaw, below);
    }

    private static IcicleChart.Node leaf(String name, String path, double stored, double raw) {
        return new IcicleChart.Node(name, words(path, stored, raw), stored, raw, List.of());
    }

    private static String words(String path, double stored, double raw) {
        return Figures.say(
                "%s: %s stored, %s uncompressed bytes per record", path, Figures.number(stored), Figures.number(raw));
    }
}
