package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.ArmProfile;
import dev.squeeze.engine.load.MethodShare;
import dev.squeeze.engine.load.Profile;
import dev.squeeze.engine.load.RoleProfile;
import dev.squeeze.engine.load.StackNode;
import dev.squeeze.kit.document.HtmlReport;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.FlameChart;
import dev.squeeze.kit.document.html.Page;
import java.util.ArrayList;
import java.util.List;

/** A page with the flame graphs of an arm's profile, one for each thread role; it works without a network. */
final class FlamePage {
    private static final int MAX_METHODS = 10;

    private final String arm;
    private final List<Part> parts = new ArrayList<>();

    private record Part(String title, RoleProfile role) {}

    private FlamePage(String arm) {
        this.arm = arm;
    }

    /** Renders the page. */
    static String of(ArmProfile profile) {
        FlamePage page = new FlamePage(profile.arm());
        page.add("client", profile.client());
        profile.service().ifPresent(service -> page.add("service", service));
        profile.brokers().ifPresent(brokers -> page.add("brokers", brokers));
        return page.render();
    }

    private <R extends Enum<R>> void add(String process, Profile<R> profile) {
        profile.roles().forEach((role, seen) -> {
            if (seen.activeMillis() > 0) {
                parts.add(new Part(process + ": " + Profiles.words(role), seen));
            }
        });
    }

    private String render() {
        Element main = Element.of("main").with("id", "main");
        main.add(
                Element.of("p", "kicker").text("squeeze bench --profile \u00b7 " + arm),
                Element.of("h1", "verdict").text("Where the time of " + arm + " goes"),
                Element.of("p", "support")
                        .text("Each bar is a method, below its caller, and as wide as its share of the role's thread"
                                + " time (running or ready to run). Waiting, garbage collection and JIT"
                                + " compilation are not included. Bars that are too narrow to see are left out."));
        main.add(HtmlReport.contents(parts.stream().map(Part::title).toList()));
        for (int i = 0; i < parts.size(); i++) {
            main.add(section(parts.get(i), "s" + i));
        }
        return Page.render("squeeze bench --profile: " + arm, HtmlReport.body(main), List.of());
    }

    private static Element section(Part part, String id) {
        RoleProfile role = part.role();
        String seen = say("%,d samples, %,.0f ms of thread time", role.samples(), role.activeMillis());
        Element methods = Element.of("ul", "lines");
        role.innermost().stream()
                .limit(MAX_METHODS)
                .forEach(method -> methods.add(Element.of("li").text(line(method))));
        return Element.of("section")
                .with("id", id)
                .add(
                        HtmlReport.heading(part.title(), id),
                        new FlameChart(
                                        part.title() + ", " + seen,
                                        "",
                                        frame(
                                                role.stacks(),
                                                part.title(),
                                                role.stacks().millis()))
                                .figure(),
                        Element.of("h3").text("Methods that were running"),
                        methods);
    }

    private static String line(MethodShare method) {
        return FlameChart.share(method.share(), 1) + " " + method.method();
    }

    private static FlameChart.Frame frame(StackNode node, String name, double whole) {
        return new FlameChart.Frame(
                shortened(name),
                say("%s: %s, %,.0f ms", name, FlameChart.share(node.millis(), whole), node.millis()),
                node.millis(),
                node.callees().stream()
                        .map(callee -> frame(callee, callee.method(), whole))
                        .toList());
    }

    /** Returns {@code Class.method} for {@code package.Class.method}. */
    private static String shortened(String method) {
        int end = method.lastIndexOf('.');
        return end < 0 ? method : method.substring(method.lastIndexOf('.', end - 1) + 1);
    }
}
