package dev.squeeze.feature.calibrate;

import dev.squeeze.kit.document.PageContent;
import dev.squeeze.kit.document.PageContent.Section;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.Element;
import java.util.ArrayList;
import java.util.List;

/** {@code squeeze calibrate} as a page. */
public final class CalibratePage {
    private CalibratePage() {}

    public static PageContent of(CalibrateResult result) {
        List<Element> support = new ArrayList<>();
        List<Section> sections = new ArrayList<>();
        result.machine().ifPresent(machine -> {
            support.add(PageParts.support(
                    "Mean distance of what was measured from what the costs say of it, beside what all have in common: "
                            + CalibrateReport.explained(result) + "."));
            sections.add(new Section(
                    "CPU time of each",
                    List.of(
                            CalibrateReport.costs(machine).html("Nanoseconds"),
                            CalibrateReport.factors(machine).html(CalibrateReport.FACTORS))));
            sections.add(new Section(
                    "The loads", List.of(CalibrateReport.loads(result).html("Cores measured (explained within)"))));
        });
        sections.add(new Section("Notes", List.of(PageParts.lines(CalibrateReport.notes(result)))));
        return new PageContent("this machine", CalibrateReport.verdict(result) + ".", support, sections);
    }
}
