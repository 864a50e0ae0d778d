package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.ArmProfile;
import dev.squeeze.kit.cli.WrittenFile;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder for recordings and flame graphs. */
record ProfileFolder(Path folder) {
    private static final String FLAG = "--profile-output";

    /** Checks the folder before any work is done, and creates it if needed. */
    void prepare() {
        if (Files.isDirectory(folder)) {
            WrittenFile.check(FLAG, folder.resolve("x.jfr"));
            return;
        }
        if (Files.exists(folder)) {
            throw new UsageException(FLAG + " " + folder + " is a file: name a folder");
        }
        WrittenFile.check(FLAG, folder);
        try {
            Files.createDirectory(folder);
        } catch (IOException e) {
            throw new UsageException(FLAG + " " + folder + " cannot be created: " + e.getMessage(), e);
        }
    }

    /** The file of a recording. */
    Path recording(String arm, String process) {
        return folder.resolve(fileName(arm) + "-" + process + ".jfr");
    }

    /** Writes the arm's flame graphs and returns the file. */
    Path write(ArmProfile profile) {
        Path file = folder.resolve(fileName(profile.arm()) + ".html");
        WrittenFile.write(file, FlamePage.of(profile));
        return file;
    }

    /** An arm's label, restricted to characters that are safe in every file system. */
    private static String fileName(String arm) {
        return arm.replaceAll("[^A-Za-z0-9.=]+", "-");
    }
}
