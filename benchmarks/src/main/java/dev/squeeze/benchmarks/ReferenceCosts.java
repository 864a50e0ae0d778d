package dev.squeeze.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.FitObservation;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.MachineFit;
import dev.squeeze.engine.predict.MachineSpeed;
import dev.squeeze.feature.calibrate.CalibrationFile;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.feature.calibrate.MachineInfo;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Errors of predictions without a calibration, on machines that were calibrated: the reference costs that come with
 * Squeeze, scaled by the calibration's own probe of its machine, are compared with the CPU times of the calibration's
 * loads. No load is run again.
 */
@Command(
        name = "reference",
        mixinStandardHelpOptions = true,
        description = "The reference costs, scaled by a calibration's probe, against the calibration's loads.")
public final class ReferenceCosts implements Callable<Integer> {
    private static final MathContext DIGITS = new MathContext(5);
    private static final Path RESOURCES = Path.of("application/src/main/resources/dev/squeeze/feature/calibrate");

    @Parameters(arity = "1..*", paramLabel = "CALIBRATION", description = "Files that squeeze calibrate wrote.")
    List<Path> files = List.of();

    @Option(
            names = "--write",
            description = "Make the calibrations the reference set; several of the same client are taken together.")
    boolean write;

    private final ObjectMapper json = new ObjectMapper();

    public static void main(String[] args) {
        System.exit(CommandLines.run(new ReferenceCosts(), args));
    }

    private enum Side {
        PRODUCER(CostRole.APPLICATION, CostRole.SENDER),
        BROKER(CostRole.REQUEST_HANDLER, CostRole.BROKER_NETWORK),
        CONSUMER(CostRole.CONSUMER);

        private final List<CostRole> roles;

        Side(CostRole... roles) {
            this.roles = List.of(roles);
        }
    }

    @Override
    public Integer call() throws IOException {
        if (write) {
            write();
            return 0;
        }
        Table table = new Table(3, "calibration", "costs", "CPU of", "loads", "median %", "90th %", "worst %", "times");
        for (Path path : files) {
            ClientProfile client = client(json.readTree(path.toFile()));
            CalibrationFile.Known known = read(path, client);
            CpuCosts reference = CpuCosts.ofReference(client, known.speed());
            System.out.println(path.getFileName() + ": " + reference.basis());
            compare(table, path, "reference", reference.costs(), known);
            compare(
                    table,
                    path,
                    "unscaled",
                    CpuCosts.ofReference(client, Optional.empty()).costs(),
                    known);
            compare(table, path, "its own", known.costs(), known);
        }
        System.out.print("\n" + table.render());
        return 0;
    }

    private static ClientProfile client(JsonNode calibration) {
        return ClientProfile.parse(calibration.path("client").asText(ClientProfile.JAVA.label()));
    }

    private static void compare(
            Table table, Path path, String name, MachineCosts costs, CalibrationFile.Known calibrated) {
        for (Side side : Side.values()) {
            double[] times = calibrated.observations().values().stream()
                    .mapToDouble(load -> times(load, side, costs))
                    .toArray();
            double[] errors = Arrays.stream(times)
                    .map(value -> Math.abs(value - 1))
                    .sorted()
                    .toArray();
            double mean = Math.exp(Arrays.stream(times).map(Math::log).average().orElseThrow());
            table.row(
                    path.getFileName().toString(),
                    name,
                    side.name().toLowerCase(Locale.ROOT),
                    String.valueOf(times.length),
                    Table.number("%.1f", 100 * Quantile.of(errors, 0.5)),
                    Table.number("%.1f", 100 * Quantile.of(errors, 0.9)),
                    Table.number("%.1f", 100 * errors[errors.length - 1]),
                    Table.number("%.2f", mean));
        }
    }

    /** Predicted divided by measured. */
    private static double times(FitObservation load, Side side, MachineCosts costs) {
        double predicted = 0;
        double measured = 0;
        for (CostRole role : side.roles) {
            predicted += costs.cpuNanos(role, load.counts(), load.work());
            // If one role is missing, another one includes its time.
            measured += load.cpuNanos().getOrDefault(role, 0.0);
        }
        return predicted / measured;
    }

    /**
     * Calibrations of the same client are assumed to be of one machine at different times: computes the costs that fit
     * all their loads best.
     */
    private void write() throws IOException {
        Path root = Path.of(System.getProperty("squeeze.root", "."));
        Map<ClientProfile, List<Path>> byClient = new LinkedHashMap<>();
        for (Path path : files) {
            byClient.computeIfAbsent(client(json.readTree(path.toFile())), client -> new ArrayList<>())
                    .add(path);
        }
        Map<String, JsonNode> clients = new LinkedHashMap<>();
        for (Map.Entry<ClientProfile, List<Path>> entry : byClient.entrySet()) {
            ClientProfile client = entry.getKey();
            JsonNode first = json.readTree(entry.getValue().get(0).toFile());
            ObjectNode reference = json.createObjectNode();
            if (client != ClientProfile.JAVA) {
                reference.put("client", client.label());
                reference.set("version", first.path("clientVersion"));
            }
            reference.put("processor", processor(first.at("/run/environment")));
            List<CalibrationFile.Known> known = new ArrayList<>();
            for (Path path : entry.getValue()) {
                known.add(read(path, client));
            }
            reference.set("speed", rounded(json.valueToTree(meanSpeed(known))));
            JsonNode machine = rounded(json.valueToTree(MachineInfo.of(together(known))));
            if (client == ClientProfile.JAVA) {
                reference.set("machine", machine);
                save(root.resolve(RESOURCES).resolve("reference-machine.json"), reference);
            } else {
                reference.set("roles", producers(machine.path("roles")));
                clients.put(client.label(), reference);
            }
        }
        if (!clients.isEmpty()) {
            Path file = root.resolve(RESOURCES).resolve("reference-clients.json");
            for (JsonNode before : json.readTree(file.toFile())) {
                clients.putIfAbsent(before.path("client").asText(), before);
            }
            save(file, json.createArrayNode().addAll(clients.values()));
        }
    }

    private static CalibrationFile.Known read(Path path, ClientProfile client) {
        CalibrationFile file = new CalibrationFile();
        file.file = path;
        return file.read(client).orElseThrow();
    }

    private static MachineSpeed meanSpeed(List<CalibrationFile.Known> known) {
        List<MachineSpeed> speeds = known.stream()
                .map(each -> each.speed()
                        .orElseThrow(
                                () -> new IllegalArgumentException("a calibration without a probe of its machine")))
                .toList();
        return new MachineSpeed(
                mean(speeds, MachineSpeed::recordNanos),
                mean(speeds, MachineSpeed::wakeUpNanos),
                mean(speeds, MachineSpeed::restNanos));
    }

    private static MachineCosts together(List<CalibrationFile.Known> known) {
        List<MachineCosts> costs =
                known.stream().map(CalibrationFile.Known::costs).toList();
        return new MachineCosts(
                MachineFit.of(known.stream()
                        .flatMap(each -> each.observations().values().stream())
                        .toList()),
                mean(costs, MachineCosts::roundTripNanos),
                mean(costs, MachineCosts::fetchPauseNanos),
                mean(costs, MachineCosts::reactionNanos),
                mean(costs, MachineCosts::lateNanos),
                mean(costs, MachineCosts::saturation),
                mean(costs, MachineCosts::saturationCompressing));
    }

    private static <T> double mean(List<T> of, ToDoubleFunction<T> figure) {
        return of.stream().mapToDouble(figure).average().orElseThrow();
    }

    private static String processor(JsonNode environment) {
        String java = environment.path("java").asText();
        return environment.path("processor").asText() + ", "
                + environment.path("cores").asInt() + " cores, "
                + (java.contains("OpenJDK") ? "OpenJDK " : "Java ")
                + java.replaceAll(".*VM (\\d+).*", "$1");
    }

    private ArrayNode producers(JsonNode roles) {
        ArrayNode producers = json.createArrayNode();
        for (JsonNode role : roles) {
            String name = role.path("role").asText();
            if (Side.PRODUCER.roles.stream().anyMatch(known -> known.key().equals(name))) {
                producers.add(role);
            }
        }
        return producers;
    }

    /** Rounded to five digits: no cost is known more precisely. */
    private JsonNode rounded(JsonNode node) {
        if (node.isNumber()) {
            return DoubleNode.valueOf(
                    new BigDecimal(node.asDouble()).round(DIGITS).doubleValue());
        }
        if (node.isArray()) {
            ArrayNode array = json.createArrayNode();
            node.forEach(element -> array.add(rounded(element)));
            return array;
        }
        if (node.isObject()) {
            ObjectNode object = json.createObjectNode();
            node.properties().forEach(field -> object.set(field.getKey(), rounded(field.getValue())));
            return object;
        }
        return node;
    }

    private void save(Path file, JsonNode node) throws IOException {
        Files.writeString(file, json.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n");
        System.out.println("wrote " + file);
    }
}
