package dev.squeeze;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The architecture: kits, engines, features, and the application at the root. The allowed dependencies are defined here, and drawn
 * in {@code docs/ARCHITECTURE.md}.
 */
class ArchitectureTest {
    private static final String ROOT = "dev.squeeze.";

    /** Kits and engines in dependency order: each may only use those before it. */
    private static final List<String> BELOW_FEATURES = List.of(
            "kit.unit",
            "kit.stats",
            "kit.environment",
            "kit.serving",
            "kit.format",
            "kit.kafka",
            "kit.cluster",
            "kit.source",
            "kit.document",
            "kit.cli",
            "engine.measure",
            "engine.encoding",
            "engine.inspection",
            "engine.predict",
            "engine.workload",
            "engine.drivers",
            "engine.workers",
            "engine.load",
            "engine.experiment",
            "engine.history");

    /** Each feature, with the other features that it may use. */
    private static final Map<String, Set<String>> FEATURES = Map.ofEntries(
            Map.entry("feature.measure", Set.of()),
            Map.entry("feature.calibrate", Set.of("feature.measure")),
            Map.entry("feature.gateway", Set.of()),
            Map.entry("feature.bench", Set.of("feature.gateway")),
            Map.entry("feature.advise", Set.of("feature.bench", "feature.calibrate", "feature.measure")),
            Map.entry("feature.survey", Set.of("feature.advise", "feature.calibrate")),
            Map.entry("feature.plan", Set.of("feature.advise", "feature.survey")),
            Map.entry("feature.watch", Set.of("feature.advise", "feature.plan")),
            Map.entry("feature.rollout", Set.of("feature.fill", "feature.plan", "feature.watch")),
            Map.entry("feature.explain", Set.of("feature.advise", "feature.calibrate", "feature.measure")),
            Map.entry("feature.doctor", Set.of("feature.calibrate")),
            Map.entry("feature.inspect", Set.of()),
            Map.entry("feature.copy", Set.of()),
            Map.entry("feature.recompress", Set.of()),
            Map.entry("feature.fill", Set.of()),
            Map.entry("feature.completion", Set.of()),
            Map.entry("feature.cluster", Set.of()),
            Map.entry("feature.prices", Set.of()),
            Map.entry("feature.sources", Set.of()),
            Map.entry("feature.worker", Set.of()),
            Map.entry("feature.report", Set.of()),
            Map.entry(
                    "feature.published",
                    Set.of("feature.bench", "feature.copy", "feature.fill", "feature.inspect", "feature.measure")));

    /**
     * Classes of the same package that a class may use although they refer back to it: a sealed type names its permitted subtypes,
     * a result is rendered by its own document class, and a block may contain a complete document.
     */
    private static final Map<String, Set<String>> ALLOWED_CIRCLES = Map.ofEntries(
            Map.entry("kit.document.Block", Set.of("Document")),
            Map.entry("kit.document.Result", Set.of("Document")),
            Map.entry("kit.format.FramedCodec", Set.of("GzipFrame", "Lz4Frame", "NoFrame", "SnappyFrame", "ZstdFrame")),
            Map.entry("engine.encoding.ProtobufField", Set.of("ProtobufMap")),
            Map.entry("engine.encoding.ProtobufValue", Set.of("ProtobufMessage", "ProtobufMixed")),
            Map.entry("engine.predict.OtherClientReplay", Set.of("FranzGoReplay", "LibrdkafkaReplay", "SaramaReplay")),
            Map.entry("feature.advise.AdviseResult", Set.of("AdviseDocument", "FirstScreen")),
            Map.entry("feature.bench.BenchResult", Set.of("BenchCsv", "BenchDocument", "BenchVerdict")),
            Map.entry("feature.calibrate.CalibrateResult", Set.of("CalibrateDocument")),
            Map.entry("feature.copy.CopyResult", Set.of("CopyCsv", "CopyDocument")),
            Map.entry("feature.doctor.DoctorResult", Set.of("DoctorCsv", "DoctorDocument")),
            Map.entry("feature.explain.ExplainResult", Set.of("ExplainCsv", "ExplainDocument", "ExplainFirstScreen")),
            Map.entry("feature.explain.UnmeasuredResult", Set.of("UnmeasuredDocument")),
            Map.entry("feature.inspect.InspectResult", Set.of("InspectCsv", "InspectDocument")),
            Map.entry("feature.measure.MeasureResult", Set.of("MeasureDocument")),
            Map.entry("feature.plan.PlanResult", Set.of("PlanCsv", "PlanDocument")),
            Map.entry("feature.published.ExperimentResult", Set.of("ExperimentDocument")),
            Map.entry("feature.recompress.RecompressResult", Set.of("RecompressDocument")),
            Map.entry("feature.rollout.RolloutResult", Set.of("RolloutCsv", "RolloutDocument")),
            Map.entry("feature.survey.SurveyResult", Set.of("SurveyCsv", "SurveyDocument")),
            Map.entry("feature.watch.WatchResult", Set.of("WatchCsv", "WatchDocument")));

    /** The root: the list of commands and of result kinds. No other package may use it. */
    private static final String APP = "";

    /** Code that runs in a broker's own JVM, with a log, a protocol on its standard output and its own exit. */
    private static final String BROKER = ROOT + "kit.kafka.broker..";

    /** Code that runs in the JVM of Java's driver, with a protocol on its standard output and its own exit. */
    private static final String DRIVER = ROOT + "engine.drivers.own..";

    private static final String KAFKA_PACKAGES = "org.apache.kafka.";

    /** The interface of a record's headers, and Kafka's only implementation of it. */
    private static final Set<String> KAFKA_TYPES_OF_A_RECORD =
            Set.of("org.apache.kafka.common.header.Header", "org.apache.kafka.common.header.internals.RecordHeader");

    /** The packages documented by Kafka's own Javadoc, as far as clients need them. */
    private static final Set<String> KAFKA_INTERFACE = Set.of(
            "org.apache.kafka.common",
            "org.apache.kafka.common.errors",
            "org.apache.kafka.common.header",
            "org.apache.kafka.common.serialization",
            "org.apache.kafka.clients.admin",
            "org.apache.kafka.clients.consumer",
            "org.apache.kafka.clients.producer");

    private static final Set<String> KAFKA_INTERFACE_CLASSES = Set.of(
            "org.apache.kafka.clients.CommonClientConfigs",
            "org.apache.kafka.common.config.ConfigResource",
            "org.apache.kafka.common.config.ConfigResource$Type");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.squeeze");

    static List<String> everyRoom() {
        List<String> rooms = new ArrayList<>(BELOW_FEATURES);
        rooms.addAll(new TreeSet<>(FEATURES.keySet()));
        return rooms;
    }

    private static Set<String> allowed(String room) {
        int floor = BELOW_FEATURES.indexOf(room);
        if (floor >= 0) {
            return Set.copyOf(BELOW_FEATURES.subList(0, floor + 1));
        }
        Set<String> allowed = new TreeSet<>(BELOW_FEATURES);
        allowed.add(room);
        allowed.addAll(FEATURES.getOrDefault(room, Set.of()));
        return allowed;
    }

    @Test
    void everyClassLivesInAKnownRoom() {
        Set<String> rooms = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            rooms.add(room(type));
        }

        rooms.remove(APP);
        assertThat(rooms).containsExactlyInAnyOrderElementsOf(everyRoom());
    }

    @Test
    void noPackageIsACatchAll() {
        Set<String> parts = CLASSES.stream()
                .flatMap(type -> List.of(type.getPackageName().split("\\.", -1)).stream())
                .collect(Collectors.toSet());

        assertThat(parts).doesNotContain("util", "utils", "common", "helper", "helpers", "manager", "managers", "misc");
    }

    @ParameterizedTest
    @MethodSource("everyRoom")
    void aRoomUsesOnlyWhatStandsBelowIt(String room) {
        Set<String> allowed = allowed(room);

        noClasses()
                .that()
                .resideInAPackage(ROOT + room + "..")
                .should()
                .dependOnClassesThat(describe(
                        "belong to a room that it may not use", type -> isOurs(type) && !allowed.contains(room(type))))
                .check(CLASSES);
    }

    @Test
    void everyAllowedUseOfAFeatureIsMade() {
        Map<String, Set<String>> made = new TreeMap<>();
        for (JavaClass type : CLASSES) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                if (isOurs(dependency.getTargetClass())) {
                    made.computeIfAbsent(room(type), first -> new TreeSet<>()).add(room(dependency.getTargetClass()));
                }
            }
        }

        FEATURES.forEach((feature, others) -> assertThat(made.get(feature))
                .as("features that %s uses", feature)
                .containsAll(others));
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("dev.squeeze.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** Constants inlined by the compiler leave no trace here. */
    @Test
    void classesOfAPackageFormNoCircles() {
        Map<String, Set<String>> uses = usesWithinPackages();
        ALLOWED_CIRCLES.forEach((type, used) -> uses.get(type).removeAll(besides(type, used)));

        assertThat(circles(uses)).isEmpty();
    }

    @Test
    void everyAllowedCircleExists() {
        Map<String, Set<String>> uses = usesWithinPackages();

        assertThat(circles(uses))
                .containsAll(ALLOWED_CIRCLES.entrySet().stream()
                        .flatMap(allowed -> besides(allowed.getKey(), allowed.getValue()).stream()
                                .map(used -> allowed.getKey() + " -> " + used))
                        .toList());
    }

    @Test
    void onlyTheRoomsOfLiveWorkTouchMoreOfKafkaThanARecordsHeaders() {
        DescribedPredicate<JavaClass> moreThanHeaders = describe(
                "are Kafka's and more than a record's headers",
                type -> isKafkas(type) && !KAFKA_TYPES_OF_A_RECORD.contains(elementName(type)));

        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ROOT + "kit.kafka..",
                        ROOT + "kit.cluster..",
                        ROOT + "engine.drivers..",
                        ROOT + "engine.workers..",
                        ROOT + "engine.load..",
                        ROOT + "feature.copy..",
                        ROOT + "feature.fill..",
                        ROOT + "feature.gateway..")
                .should()
                .dependOnClassesThat(moreThanHeaders)
                .check(CLASSES);
    }

    /** Its response cannot be read if a broker of another vendor leaves a list null; TopicCatalog works with all brokers. */
    @Test
    void topicsAreNotDescribedThroughKafkasAdminClient() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "feature.gateway..")
                .should()
                .callMethodWhere(describe(
                        "describes topics",
                        call -> call.getTarget().getName().equals("describeTopics")
                                && call.getTarget()
                                        .getOwner()
                                        .getName()
                                        .equals("org.apache.kafka.clients.admin.Admin")))
                .check(CLASSES);
    }

    @Test
    void onlyTheRoomKafkaTouchesMoreOfKafkaThanItsClientsPublicInterface() {
        DescribedPredicate<JavaClass> internal = describe(
                "are Kafka's and not part of its documented interface",
                type -> isKafkas(type)
                        && !KAFKA_TYPES_OF_A_RECORD.contains(elementName(type))
                        && !KAFKA_INTERFACE.contains(type.getBaseComponentType().getPackageName())
                        && !KAFKA_INTERFACE_CLASSES.contains(elementName(type)));

        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "kit.kafka..")
                .should()
                .dependOnClassesThat(internal)
                .check(CLASSES);
    }

    @Test
    void onlyTheRoomFormatNamesKafkasHeaderClassBesideTheRoomKafka() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "kit.kafka..", ROOT + "kit.format..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..internals..")
                .check(CLASSES);
    }

    @Test
    void theRoomKafkaIsSeenToUseInternalClasses() {
        assertThat(CLASSES.stream()
                        .filter(type -> room(type).equals("kit.kafka"))
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .map(dependency -> dependency.getTargetClass().getPackageName()))
                .as("where this is empty, the rules about Kafka's classes look at nothing")
                .contains("org.apache.kafka.common.record.internal", "org.apache.kafka.common.compress");
    }

    @Test
    void onlyTheCommandLinePrints() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "kit.cli..", "dev.squeeze", BROKER, DRIVER)
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .check(CLASSES);
    }

    @Test
    void onlyTheCommandLineEndsTheProcess() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "kit.cli..", "dev.squeeze", BROKER, DRIVER)
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class)
                .check(CLASSES);
    }

    @Test
    void nothingLogsThroughTheJdk() {
        noClasses()
                .that()
                .resideOutsideOfPackage(BROKER)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.logging..", "java.lang.System$Logger")
                .check(CLASSES);
    }

    /** The other classes of its package that each class uses; nested classes count as their enclosing class. */
    private static Map<String, Set<String>> usesWithinPackages() {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass type : CLASSES) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass used = dependency.getTargetClass().getBaseComponentType();
                if (used.getPackageName().equals(type.getPackageName())
                        && !file(used).equals(file(type))) {
                    uses.computeIfAbsent(file(type), first -> new TreeSet<>()).add(file(used));
                }
            }
        }
        return uses;
    }

    /** The uses that lead back to the using class. */
    private static List<String> circles(Map<String, Set<String>> uses) {
        List<String> circles = new ArrayList<>();
        uses.forEach((type, all) -> all.stream()
                .filter(used -> reached(uses, used).contains(type))
                .forEach(used -> circles.add(type + " -> " + used)));
        return circles;
    }

    private static Set<String> reached(Map<String, Set<String>> uses, String from) {
        Set<String> reached = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            for (String used : uses.getOrDefault(next.remove(), Set.of())) {
                if (reached.add(used)) {
                    next.add(used);
                }
            }
        }
        return reached;
    }

    private static Set<String> besides(String type, Set<String> names) {
        String prefix = type.substring(0, type.lastIndexOf('.') + 1);
        return names.stream().map(name -> prefix + name).collect(Collectors.toSet());
    }

    /** Package without the root, and the top-level class of its file. */
    private static String file(JavaClass type) {
        return type.getName().replaceFirst("^dev\\.squeeze\\.", "").replaceFirst("\\$.*", "");
    }

    private static boolean isOurs(JavaClass type) {
        return (type.getPackageName() + ".").startsWith(ROOT);
    }

    private static boolean isKafkas(JavaClass type) {
        return elementName(type).startsWith(KAFKA_PACKAGES);
    }

    private static String elementName(JavaClass type) {
        return type.getBaseComponentType().getName();
    }

    private static String room(JavaClass type) {
        String name = type.getPackageName();
        if (name.equals("dev.squeeze")) {
            return APP;
        }
        String[] parts = name.substring(ROOT.length()).split("\\.", -1);
        return parts.length < 2 ? name : parts[0] + "." + parts[1];
    }
}
