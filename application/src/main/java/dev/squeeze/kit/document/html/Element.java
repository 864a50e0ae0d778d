package dev.squeeze.kit.document.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An element of a page, and the only place where text is escaped: text and attribute values can never become markup. Names of
 * elements and attributes are never taken from data.
 */
public final class Element {
    private static final Set<String> WITHOUT_END = Set.of("meta", "br", "input", "hr", "link");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9-]*");

    private final String name;
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final List<Object> children = new ArrayList<>();

    private Element(String name) {
        this.name = checked(name);
    }

    public static Element of(String name) {
        return new Element(name);
    }

    /** An element with a CSS class. */
    public static Element of(String name, String styleClass) {
        return new Element(name).with("class", styleClass);
    }

    public Element with(String attribute, String value) {
        attributes.put(checked(attribute), value);
        return this;
    }

    /** A number with the precision of drawings: one decimal. */
    public Element with(String attribute, double value) {
        return with(attribute, number(value));
    }

    public Element text(String text) {
        children.add(text);
        return this;
    }

    public Element add(Element... more) {
        children.addAll(List.of(more));
        return this;
    }

    public Element add(List<Element> more) {
        children.addAll(more);
        return this;
    }

    /** Unescaped text from this tool: a script or a style sheet. */
    Element verbatim(String ownText) {
        if (ownText.toLowerCase(Locale.ROOT).contains("</" + name)) {
            throw new IllegalArgumentException("text within " + name + " would end it");
        }
        children.add(new Verbatim(ownText));
        return this;
    }

    private record Verbatim(String text) {}

    void appendTo(StringBuilder page) {
        page.append('<').append(name);
        attributes.forEach((attribute, value) -> {
            page.append(' ').append(attribute).append("=\"");
            escape(value, page);
            page.append('"');
        });
        page.append('>');
        if (WITHOUT_END.contains(name)) {
            return;
        }
        for (Object child : children) {
            if (child instanceof Element element) {
                element.appendTo(page);
            } else if (child instanceof Verbatim verbatim) {
                page.append(verbatim.text());
            } else {
                escape((String) child, page);
            }
        }
        page.append("</").append(name).append('>');
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        appendTo(text);
        return text.toString();
    }

    /** Control characters are not allowed in a page, and characters that change the direction of text could disguise a name. */
    private static void escape(String text, StringBuilder page) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> page.append("&lt;");
                case '>' -> page.append("&gt;");
                case '&' -> page.append("&amp;");
                case '"' -> page.append("&quot;");
                case '\'' -> page.append("&#39;");
                default -> page.append(isShown(c) ? c : '\ufffd');
            }
        }
    }

    private static boolean isShown(char c) {
        boolean control = c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0;
        boolean turning = c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
        return !control && !turning;
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a name: " + name);
        }
        return name;
    }

    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
