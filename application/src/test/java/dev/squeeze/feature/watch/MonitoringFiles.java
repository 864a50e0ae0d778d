package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the dashboard, the alert rules and the configurations in {@code deploy} and the guide expect of the endpoint.
 */
final class MonitoringFiles {
    static final Path DEPLOY = Path.of("..", "deploy");

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Pattern SELECTOR = Pattern.compile("(squeeze_watch_[a-z_]+)(?:\\{([^}]*)})?");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)(=~?)\"([^\"]*)\"");
    private static final Pattern GROUPED = Pattern.compile("\\b(?:by|ignoring|on) ?\\(([^)]*)\\)");
    private static final Pattern AGGREGATED = Pattern.compile("\\bby ?\\(([^)]*)\\)");
    private static final Pattern OVER_TIME = Pattern.compile("\\b(?:rate|increase)\\(([a-z_]+)");
    private static final Pattern SPECIAL = Pattern.compile("[$^*{}\\[\\]'+?.()|]");
    private static final Pattern SHOWN = Pattern.compile("\\{\\{ ?(?:\\$labels\\.)?([a-z_]+) ?}}");

    private MonitoringFiles() {}

    /**
     * A query of a file.
     *
     * @param text in PromQL, with Grafana's variables replaced
     * @param shown text that names labels of its result
     */
    record Query(String where, String text, String shown) {}

    /** The served metrics: the type of each, and the values of each of its labels. */
    record Served(Map<String, String> types, Map<String, Map<String, Set<String>>> labels) {
        static Served of(String text) {
            Map<String, String> types = new TreeMap<>();
            Map<String, Map<String, Set<String>>> labels = new TreeMap<>();
            for (String line : text.lines().toList()) {
                if (line.startsWith("# TYPE ")) {
                    String[] words = line.split(" ");
                    types.put(words[2], words[3]);
                } else if (!line.startsWith("#")) {
                    Matcher series = SELECTOR.matcher(line);
                    assertThat(series.lookingAt()).as(line).isTrue();
                    Map<String, Set<String>> of = labels.computeIfAbsent(series.group(1), name -> new TreeMap<>());
                    matches(LABEL, series.group(2) == null ? "" : series.group(2))
                            .forEach(label -> of.computeIfAbsent(label.group(1), any -> new TreeSet<>())
                                    .add(label.group(3)));
                }
            }
            return new Served(types, labels);
        }
    }

    private static List<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }

    /** All queries of the dashboard and of the alert rules. */
    static List<Query> queries() throws IOException {
        List<Query> queries = new ArrayList<>(panels(List.of()));
        queries.addAll(rules());
        assertThat(queries).hasSizeGreaterThan(15);
        return queries;
    }

    static List<Query> rules() throws IOException {
        List<Query> queries = new ArrayList<>();
        for (JsonNode rule :
                YAML.readTree(DEPLOY.resolve("watch-alerts.yaml").toFile()).at("/groups/0/rules")) {
            queries.add(new Query(
                    rule.path("alert").asText(),
                    rule.path("expr").asText(),
                    rule.path("annotations").toString()));
        }
        return queries;
    }

    /** @param topics that are selected in the dashboard */
    static List<Query> panels(List<String> topics) throws IOException {
        List<Query> queries = new ArrayList<>();
        for (JsonNode panel : dashboard().path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(new Query(
                        panel.path("title").asText(),
                        target.path("expr").asText().replace("$topic", chosen(topics)),
                        target.path("legendFormat").asText()));
            }
        }
        return queries;
    }

    private static JsonNode dashboard() throws IOException {
        return YAML.readTree(DEPLOY.resolve("watch-dashboard.json").toFile());
    }

    /** As Grafana's data source for Prometheus writes a variable with several values into a query. */
    private static String chosen(List<String> topics) {
        return topics.isEmpty()
                ? ".+"
                : topics.stream()
                        .map(topic -> SPECIAL.matcher(topic).replaceAll("\\\\\\\\$0"))
                        .collect(Collectors.joining("|", "(", ")"));
    }

    /** The metric whose label {@code topic} provides the dashboard's choice of topics. */
    static String metricOfTopics() throws IOException {
        Matcher query = Pattern.compile("label_values\\((\\w+), topic\\)")
                .matcher(dashboard().at("/templating/list/1/query/query").asText());
        assertThat(query.matches()).isTrue();
        return query.group(1);
    }

    /** Labels that a query's result must have, since its legend or annotations name them. */
    static List<String> labelsShown(Query query) {
        return matches(SHOWN, query.shown()).stream()
                .map(label -> label.group(1))
                .toList();
    }

    /** The configuration of Prometheus that the guide shows. */
    static JsonNode prometheusOfTheGuide() throws IOException {
        return inTheGuide("```yaml\n(.*?scrape_configs:.*?)```");
    }

    private static JsonNode inTheGuide(String pattern) throws IOException {
        Matcher block = Pattern.compile(pattern, Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "guide", "rollout.md")));
        assertThat(block.find()).isTrue();
        return YAML.readTree(block.group(1));
    }

    /** What the OpenTelemetry Collector is configured to scrape. */
    static JsonNode scrapeOfTheCollector() throws IOException {
        return YAML.readTree(DEPLOY.resolve("watch-otel-collector.yaml").toFile())
                .at("/receivers/prometheus/config/scrape_configs/0");
    }

    /** Checks that all metrics, types, labels and label values that the files use are served. */
    static void checkAgainst(String text) throws IOException {
        Served served = Served.of(text);
        for (Query query : queries()) {
            Set<String> labels = new TreeSet<>();
            for (MatchResult selector : matches(SELECTOR, query.text())) {
                assertThat(served.types()).as(query.toString()).containsKey(selector.group(1));
                Map<String, Set<String>> of = served.labels().getOrDefault(selector.group(1), Map.of());
                labels.addAll(of.keySet());
                matches(LABEL, selector.group(2) == null ? "" : selector.group(2))
                        .forEach(asked -> checkLabel(query, of, asked));
            }
            matches(OVER_TIME, query.text())
                    .forEach(name ->
                            assertThat(served.types()).as(query.toString()).containsEntry(name.group(1), "counter"));
            matches(GROUPED, query.text()).forEach(names -> assertThat(labels)
                    .as(query.toString())
                    .containsAll(List.of(names.group(1).split(", ?"))));
            matches(AGGREGATED, query.text())
                    .forEach(names -> labels.retainAll(List.of(names.group(1).split(", ?"))));
            labelsShown(query)
                    .forEach(label -> assertThat(labels).as(query.toString()).contains(label));
        }
    }

    private static void checkLabel(Query query, Map<String, Set<String>> served, MatchResult asked) {
        assertThat(served).as(query.toString()).containsKey(asked.group(1));
        if (asked.group(2).equals("=")) {
            assertThat(served.get(asked.group(1))).as(query.toString()).contains(asked.group(3));
        }
    }
}
