package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The findings in the document of a run of doctor. */
record DoctorFindings(JsonNode document) {
    static DoctorFindings of(Invocation run) {
        assertThat(run.complaints()).isEmpty();
        return new DoctorFindings(run.document());
    }

    /** The findings of a topic, or of the cluster if it is empty. */
    List<JsonNode> of(String topic) {
        List<JsonNode> found = new ArrayList<>();
        document.at("/diagnosis/findings").forEach(finding -> {
            if (finding.path("topic").asText().equals(topic)) {
                found.add(finding);
            }
        });
        return found;
    }

    List<String> checks(String topic) {
        return of(topic).stream().map(finding -> finding.get("check").asText()).toList();
    }

    /** The single finding of a check on a topic. */
    JsonNode the(String check, String topic) {
        List<JsonNode> found = of(topic).stream()
                .filter(finding -> finding.get("check").asText().equals(check))
                .toList();
        assertThat(found)
                .as("%s of %s, which has %s", check, topic, checks(topic))
                .hasSize(1);
        return found.get(0);
    }

    String seen(String check, String topic) {
        return the(check, topic).get("seen").asText();
    }

    String severity(String check, String topic) {
        return the(check, topic).get("severity").asText();
    }

    String fix(String check, String topic) {
        return StreamSupport.stream(the(check, topic).get("fix").spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining("\n"));
    }

    double money(String check, String topic) {
        return the(check, topic).at("/estimatedSaving/moneyPerMonth/estimate").asDouble();
    }
}
