package dev.squeeze.fuzz;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes a target's seeds to a folder, or with no arguments the targets' names to stdout. */
public final class SeedWriter {
    private SeedWriter() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            FuzzTargets.names().forEach(System.out::println);
            return;
        }
        Path folder = Files.createDirectories(Path.of(arguments[1]));
        int bytes = 0;
        List<byte[]> seeds;
        try (FuzzTarget target = FuzzTargets.open(arguments[0])) {
            seeds = target.seeds();
        }
        for (int i = 0; i < seeds.size(); i++) {
            Files.write(folder.resolve("seed-" + i), seeds.get(i));
            bytes += seeds.get(i).length;
        }
        System.out.printf("%s: %d seeds of %,d bytes%n", arguments[0], seeds.size(), bytes);
        // Threads of servers must not keep the process.
        System.exit(0);
    }
}
