package dev.squeeze.kit.document;

import dev.squeeze.kit.kafka.SecretSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes secrets from settings, command lines and messages. A secret is recognised by what it is, never by the option that it was
 * given with: the value of a secret setting, the user info of a URL, an authorization header.
 */
public final class Secrets {
    private static final String MASK = "[hidden]";
    /** Shorter values occur by coincidence in too many harmless words. */
    private static final int MIN_VALUE_LENGTH = 4;

    /** A name followed by an equals sign. */
    private static final Pattern NAMED = Pattern.compile("([\\w.-]+)[\"']?\\s*=\\s*");
    /** The same, or followed by a colon and a blank, as in headers and YAML. */
    private static final Pattern NAMED_IN_WORD = Pattern.compile("([\\w.-]+)[\"']?(?:\\s*=\\s*|\\s*:\\s+)");

    private static final Pattern HEADER =
            Pattern.compile("(?i)\\b(?:proxy-)?authorization\\s*[:=]\\s*|\\bbearer\\s+|\\bbasic\\s+(?=[\\w+/=-]{8,}$)");
    /** RFC 3986, section 3.2.1; greedy, as a password may contain an at sign that should have been escaped. */
    private static final Pattern LOGIN = Pattern.compile("(\\w[\\w+.-]*://)[^/\\s]*@");

    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'|=\\s*([^\\s,;\"']+)");

    private final Set<String> values;

    private Secrets(Set<String> values) {
        this.values = values;
    }

    /** Whether the value of one of Kafka's settings is secret. */
    public static boolean isSecret(String key) {
        return SecretSettings.isSecret(key);
    }

    public static Map<String, String> masked(Map<String, String> settings) {
        Map<String, String> masked = new TreeMap<>();
        settings.forEach((key, value) -> masked.put(key, isSecret(key) ? MASK : masked(value)));
        return masked;
    }

    /** The command line with secrets masked. */
    public static List<String> masked(List<String> words) {
        List<String> masked = new ArrayList<>();
        boolean secretNext = false;
        for (String word : words) {
            masked.add(secretNext ? MASK : masked(word));
            secretNext = word.startsWith("--") && !word.contains("=") && isSecret(word);
        }
        return masked;
    }

    /** A word of a command line: everything after the first secret name is hidden. */
    private static String masked(String word) {
        String text = withoutLogins(word);
        int named = afterSecretName(NAMED_IN_WORD, text);
        Matcher header = HEADER.matcher(text);
        return cut(text, header.find() ? Math.min(header.end(), named) : named);
    }

    /**
     * A line of a message, in which only an equals sign follows a secret name. Most lines have none, which is checked first because
     * it is fast.
     */
    private static String maskedLine(String line) {
        String text = withoutLogins(line);
        return text.indexOf('=') < 0 ? text : cut(text, afterSecretName(NAMED, text));
    }

    private static String withoutLogins(String text) {
        if (!text.contains("://")) {
            return text;
        }
        return LOGIN.matcher(text).replaceAll("$1" + Matcher.quoteReplacement(MASK) + "@");
    }

    private static String cut(String text, int from) {
        return from >= text.length() ? text : text.substring(0, from) + MASK;
    }

    /** Where the value of the first secret begins; the text's length if there is none. */
    private static int afterSecretName(Pattern pattern, String text) {
        Matcher named = pattern.matcher(text);
        while (named.find()) {
            if (isSecret(named.group(1))) {
                return named.end();
            }
        }
        return text.length();
    }

    /** Collects the secrets of a command line, to mask them in output. */
    public static Secrets of(List<String> words) {
        Set<String> values = new TreeSet<>(
                Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        List<String> masked = masked(words);
        for (int i = 0; i < words.size(); i++) {
            if (!masked.get(i).equals(words.get(i))) {
                collect(words.get(i), masked.get(i), values);
            }
        }
        values.removeIf(value -> value.length() < MIN_VALUE_LENGTH);
        return new Secrets(values);
    }

    private static void collect(String word, String masked, Set<String> values) {
        int same = 0;
        while (same < masked.length() && same < word.length() && masked.charAt(same) == word.charAt(same)) {
            same++;
        }
        String hidden = word.substring(same);
        values.add(hidden);
        values.add(hidden.strip());
        hidden.lines().map(String::strip).forEach(values::add);
        for (Matcher part = QUOTED.matcher(hidden); part.find(); ) {
            for (int group = 1; group <= part.groupCount(); group++) {
                if (part.group(group) != null) {
                    values.add(part.group(group));
                }
            }
        }
    }

    /** Masks the secrets of the command line in a text. */
    public String hide(String text) {
        String hidden = text;
        for (String value : values) {
            hidden = hidden.replace(value, MASK);
        }
        return hidden;
    }

    /**
     * The same for a message, in which other text that looks like a secret is masked as well: a setting of a file, or part of a
     * broker's message.
     */
    public String hideInMessage(String message) {
        String hidden = hide(message);
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < hidden.length()) {
            int lineEnd = hidden.indexOf('\n', at);
            int end = lineEnd < 0 ? hidden.length() : lineEnd;
            text.append(maskedLine(hidden.substring(at, end)));
            if (lineEnd >= 0) {
                text.append('\n');
            }
            at = end + 1;
        }
        return text.toString();
    }

    /** Masks the secrets of the command line anywhere in a document. */
    public <T extends Result> T hideIn(T document) {
        return values.isEmpty() ? document : DocumentText.with(document, this::hide);
    }
}
