package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.LineTokens.Token;
import dev.squeeze.feature.explain.ValueTree.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tokens of lines of text. Tokens that all lines have are {@code token 3}, by their position from the left. For a
 * template, {@code template 2.text} is the constant text, and {@code template 2.token 7} a variable; lines that match
 * no template have {@code other text}. Names never contain words of a line.
 */
final class LineValues implements ValueParser {
    /** Prefix of the paths of fields in lines of a template; its number follows. */
    static final String TEMPLATE = "template ";

    private final FieldNames names;
    private final LineTemplates templates;

    LineValues(FieldNames names, LineTemplates templates) {
        this.names = names;
        this.templates = templates;
    }

    @Override
    public Optional<ValueTree> parse(byte[] value) {
        if (!isText(value)) {
            return Optional.empty();
        }
        LineTokens line = LineTokens.of(value);
        int leading = Math.min(line.size(), templates.leading());
        List<Node> nodes = new ArrayList<>();
        for (int place = 0; place < leading; place++) {
            nodes.add(single(line, place, FieldNames.ROOT, "token " + (place + 1)));
        }
        if (line.size() > leading) {
            nodes.add(rest(line, leading));
        }
        return nodes.isEmpty()
                ? Optional.empty()
                : Optional.of(new ValueTree(value, new Node(FieldNames.ROOT, 0, 0, value.length, List.copyOf(nodes))));
    }

    /** Without control characters other than tabs and line ends. */
    static boolean isText(byte[] value) {
        for (byte each : value) {
            boolean control = each >= 0 && each < ' ' && each != '\t' && each != '\r' && each != '\n';
            if (control) {
                return false;
            }
        }
        return true;
    }

    private Node rest(LineTokens line, int leading) {
        Optional<LineTemplates.Template> template = templates.of(line);
        int begin = line.tokens().get(leading).start();
        int end = line.tokens().get(line.size() - 1).end();
        if (template.isEmpty()) {
            return new Node(names.label(FieldNames.ROOT, "other text", false), begin, begin, end, List.of());
        }
        int container = names.label(FieldNames.ROOT, TEMPLATE + template.get().number(), true);
        List<Node> children = new ArrayList<>();
        for (int place = leading; place < line.size(); place++) {
            boolean word = template.get().words().get(place - leading).isPresent();
            children.add(single(line, place, container, word ? "text" : "token " + (place + 1)));
        }
        return new Node(container, begin, begin, end, List.copyOf(children));
    }

    private Node single(LineTokens line, int place, int parent, String name) {
        Token token = line.tokens().get(place);
        return new Node(names.label(parent, name, false), token.start(), token.start(), token.end(), List.of());
    }
}
