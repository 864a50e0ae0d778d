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
 * Takes out of settings, command lines and messages what nobody but their owner may read. A secret is known by what it is,
 * never by the option that it came with: the value of a secret setting, the login of an address, a header that authorizes.
 */
public final class Secrets {
    private static final String MASK = "[hidden]";
    /** Shorter values are found within too many words that mean nothing. */
    private static final int MIN_VALUE_LENGTH = 4;

    /** A name before an equals sign. */
    private static final Pattern NAMED = Pattern.compile("([\\w.-]+)[\"']?\\s*=\\s*");
    /** The same, or before a colon and a blank, as headers and YAML have it. */
    private static final Pattern NAMED_IN_WORD = Pattern.compile("([\\w.-]+)[\"']?(?:\\s*=\\s*|\\s*:\\s+)");

    private static final Pattern HEADER =
            Pattern.compile("(?i)\\b(?:proxy-)?authorization\\s*[:=]\\s*|\\bbearer\\s+|\\bbasic\\s+(?=[\\w+/=-]{8,}$)");
    /** RFC 3986, section 3.2.1; greedy, as a password may hold an at sign that should have been escaped. */
    private static final Pattern LOGIN = Pattern.compile("(\\w[\\w+.-]*://)[^/\\s]*@");

    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'|=\\s*([^\\s,;\"']+)");

    private final Set<String> values;

    private Secrets(Set<String> values) {
        this.values = values;
    }

    /** Whether the value of one of Kafka's settings is nobody's business. */
    public static boolean isSecret(String key) {
        return SecretSettings.isSecret(key);
    }

    public static Map<String, String> masked(Map<String, String> settings) {
        Map<String, String> masked = new TreeMap<>();
        settings.forEach((key, value) -> masked.put(key, isSecret(key) ? MASK : masked(value)));
        return masked;
    }

    /** A command line without its secrets. */
    public static List<String> masked(List<String> words) {
        List<String> masked = new ArrayList<>();
        boolean secretNext = false;
        for (String word : words) {
            masked.add(secretNext ? MASK : masked(word));
            secretNext = word.startsWith("--") && !word.contains("=") && isSecret(word);
        }
        return masked;
    }

    /** A word of a command line without its secrets: from the first secret name on, all of it is hidden. */
    private static String masked(String word) {
        String text = withoutLogins(word);
        int named = afterSecretName(NAMED_IN_WORD, text);
        Matcher header = HEADER.matcher(text);
        return cut(text, header.find() ? Math.min(header.end(), named) : named);
    }

    /** A line of a message; a colon after a word is a colon here. Most lines have no equals sign, which is soon found out. */
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

    /** Where the value of the first secret begins; the text's length where there is none. */
    private static int afterSecretName(Pattern pattern, String text) {
        Matcher named = pattern.matcher(text);
        while (named.find()) {
            if (isSecret(named.group(1))) {
                return named.end();
            }
        }
        return text.length();
    }

    /** The secrets of a command line, to be found again in what is said and written. */
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

    /** The text without the secrets of the command line. */
    public String hide(String text) {
        String hidden = text;
        for (String value : values) {
            hidden = hidden.replace(value, MASK);
        }
        return hidden;
    }

    /** A message without them, and without what looks like another secret: a setting of a file, a broker's words. */
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

    /** A document without the secrets of the command line, wherever in it they got to. */
    public <T extends Result> T hideIn(T document) {
        return values.isEmpty() ? document : DocumentText.with(document, this::hide);
    }
}
