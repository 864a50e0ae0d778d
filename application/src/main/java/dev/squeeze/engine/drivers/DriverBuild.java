package dev.squeeze.engine.drivers;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.environment.UserFolders;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Builds the drivers that are written in Go, with the user's Go, and keeps them in a folder named after a digest of
 * their sources, so that another version of Squeeze builds its own. The libraries' versions and contents are pinned by
 * {@code go.sum}.
 */
final class DriverBuild {
    /** Files of the folder {@code clients}, which is packaged next to this class. */
    static final List<String> SOURCES = List.of(
            "go.mod",
            "go.sum",
            "internal/driver/clock.go",
            "internal/driver/codecs.go",
            "internal/driver/histogram.go",
            "internal/driver/main.go",
            "internal/driver/protocol.go",
            "internal/driver/receiver.go",
            "internal/driver/records.go",
            "internal/driver/sender.go",
            "internal/driver/sleep_linux.go",
            "internal/driver/sleep_other.go",
            "internal/driver/version.go",
            "franz-go/codecs.go",
            "franz-go/main.go",
            "franz-go/settings.go",
            "librdkafka/codecs.c",
            "librdkafka/codecs.go",
            "librdkafka/codecs.h",
            "librdkafka/main.go",
            "sarama/codecs.go",
            "sarama/codecs.s",
            "sarama/main.go",
            "sarama/settings.go");

    /** Debug information is not needed, and without it the first build takes a fifth less CPU time. */
    private static final List<String> WITHOUT_DEBUG_DATA = List.of("-gcflags=all=-dwarf=false", "-ldflags=-w");

    private static final long BUILD_TIMEOUT_MINUTES = 20;
    private static final long END_TIMEOUT_SECONDS = 5;
    private static final long POLL_MILLIS = 100;
    /** A terminal's Ctrl-C also reaches Go, whose failure may be noticed before {@code stop} returns true. */
    private static final long CTRL_C_MILLIS = 500;

    private static final int SHOWN_LINES = 5;
    private static final int DIGEST_LENGTH = 16;
    private static final int COPY_BUFFER_BYTES = 1 << 14;

    private final Path folder;
    private final Map<String, String> environment;
    private final Consumer<String> progress;
    private final BooleanSupplier stop;
    private final List<Path> moreFolders;

    /**
     * @param folder where the built programs are kept
     * @param environment with the PATH and CC used to find Go and the C compiler
     * @param stop polled several times a second; true cancels a build
     */
    DriverBuild(Path folder, Map<String, String> environment, Consumer<String> progress, BooleanSupplier stop) {
        // The folder of Go's own installer, which may not be on the PATH.
        this(folder, environment, progress, stop, List.of(Path.of("/usr/local/go/bin")));
    }

    /** @param moreFolders folders to search for programs after the PATH */
    DriverBuild(
            Path folder,
            Map<String, String> environment,
            Consumer<String> progress,
            BooleanSupplier stop,
            List<Path> moreFolders) {
        this.folder = folder;
        this.environment = Map.copyOf(environment);
        this.progress = progress;
        this.stop = stop;
        this.moreFolders = List.copyOf(moreFolders);
    }

    /** A folder in the user's cache: everything in it can be built again. */
    static Path defaultFolder() {
        return UserFolders.cache().resolve("clients");
    }

    /** The program, if it has been built already. */
    Optional<Path> built(ClientProfile client) {
        return Optional.of(program(folder.resolve(digest()), client)).filter(Files::isExecutable);
    }

    /**
     * Returns the program, building it if necessary. If two processes need it at the same time, it is built once.
     *
     * @throws StoppedException when the user cancelled
     */
    Path program(ClientProfile client) {
        try {
            Path own = folder.resolve(digest());
            Path program = program(own, client);
            if (Files.isExecutable(program)) {
                return program;
            }
            Files.createDirectories(own);
            try (FileChannel lock =
                            FileChannel.open(own.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = lockedWithin(lock, client)) {
                if (held.isValid() && !Files.isExecutable(program)) {
                    build(client, own, program);
                }
            }
            return program;
        } catch (IOException e) {
            throw new DriverException(
                    "the driver of " + client.label() + " cannot be built in " + folder + ": " + e.getMessage(), e);
        }
    }

    private static Path program(Path own, ClientProfile client) {
        return own.resolve("bin").resolve(client.label());
    }

    /** Waits for the lock until no other process, and no other thread of this process, is building. */
    private FileLock lockedWithin(FileChannel channel, ClientProfile client) throws IOException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(BUILD_TIMEOUT_MINUTES);
        while (System.nanoTime() < deadlineNanos) {
            requireGoingOn(client);
            try {
                FileLock lock = channel.tryLock();
                if (lock != null) {
                    return lock;
                }
            } catch (OverlappingFileLockException e) {
                // This process holds it.
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DriverException(
                        "interrupted while another process was building the driver of " + client.label(), e);
            }
        }
        throw new DriverException("another process has been building the drivers for " + BUILD_TIMEOUT_MINUTES
                + " min: stop it, and try again");
    }

    private void build(ClientProfile client, Path own, Path program) throws IOException {
        String go = requireGo(client);
        if (client == ClientProfile.LIBRDKAFKA) {
            requireCompiler();
        }
        progress.accept("building the driver of " + client.label() + " with " + go + ", once ...");
        Path sources = own.resolve("src");
        for (String name : SOURCES) {
            Path file = sources.resolve(name);
            Files.createDirectories(file.getParent());
            try (InputStream source = source(name)) {
                Files.copy(source, file, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.createDirectories(program.getParent());
        Path made = program.resolveSibling(client.label() + ".new");
        Path log = own.resolve(client.label() + ".log");
        Map<String, String> target = target(go, client, sources, log);
        List<String> command = new ArrayList<>(List.of(go, "build", "-trimpath", "-mod=readonly", "-buildvcs=false"));
        command.addAll(WITHOUT_DEBUG_DATA);
        if (client == ClientProfile.LIBRDKAFKA && compilesForMusl(sources, log)) {
            // The binding contains a static build of the library for each C library.
            command.addAll(List.of("-tags", "musl"));
        }
        command.addAll(List.of("-o", made.toString(), "./" + client.label()));
        run(command, client, target, sources, log);
        Files.move(made, program, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Go settings that override what users may have configured for their own programs: another target platform, or a
     * workspace that does not contain these sources.
     */
    private Map<String, String> target(String go, ClientProfile client, Path in, Path log) throws IOException {
        run(List.of(go, "env", "GOHOSTOS", "GOHOSTARCH"), client, Map.of(), in, log);
        // A note that Go downloads the toolchain required by go.mod may come first.
        List<String> said = Files.readAllLines(log, StandardCharsets.UTF_8);
        if (said.size() < 2) {
            throw new DriverException(
                    "the driver of " + client.label() + " could not be built: " + go
                            + " env does not report the platform",
                    said);
        }
        String os = said.get(said.size() - 2).strip();
        String architecture = said.get(said.size() - 1).strip();
        return Map.of("GOWORK", "off", "GOOS", os, "GOARCH", architecture);
    }

    /** Whether the C library is musl, as in Alpine Linux. */
    private boolean compilesForMusl(Path in, Path log) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(environment.getOrDefault("CC", "").strip().split(" ")));
        command.set(0, compiler().orElseThrow().toString());
        command.add("-dumpmachine");
        try {
            run(command, ClientProfile.LIBRDKAFKA, Map.of(), in, log);
        } catch (DriverException e) {
            // Not every compiler supports this option.
            return false;
        }
        return Files.readString(log, StandardCharsets.UTF_8).contains("musl");
    }

    /** @param log receives the command's output */
    private void run(List<String> command, ClientProfile client, Map<String, String> more, Path in, Path log)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(in.toFile()).redirectErrorStream(true);
        builder.redirectOutput(log.toFile());
        builder.environment().putAll(more);
        builder.environment().put("CGO_ENABLED", client == ClientProfile.LIBRDKAFKA ? "1" : "0");
        Process process = builder.start();
        process.getOutputStream().close();
        try {
            long deadlineNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(BUILD_TIMEOUT_MINUTES);
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                requireGoingOn(client);
                if (System.nanoTime() > deadlineNanos) {
                    throw new DriverException(
                            "building the driver of " + client.label() + " took longer than " + BUILD_TIMEOUT_MINUTES
                                    + " min: can Go reach its module proxy?",
                            lastLines(log));
                }
            }
            if (process.exitValue() != 0) {
                awaitCtrlC(client);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted while the driver of " + client.label() + " was being built", e);
        } finally {
            end(process);
        }
        if (process.exitValue() != 0) {
            List<String> said = lastLines(log);
            throw new DriverException(
                    "the driver of " + client.label() + " could not be built: "
                            + (said.isEmpty() ? "go build failed" : said.get(said.size() - 1)),
                    said);
        }
    }

    private void requireGoingOn(ClientProfile client) {
        if (stop.getAsBoolean()) {
            throw new StoppedException("interrupted while the driver of " + client.label() + " was being built");
        }
    }

    private void awaitCtrlC(ClientProfile client) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CTRL_C_MILLIS);
        while (System.nanoTime() < deadlineNanos) {
            requireGoingOn(client);
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** Ends the process and the compilers that it started. */
    private static void end(Process process) {
        // Once the process has ended, its descendants can no longer be found.
        List<ProcessHandle> started = process.descendants().toList();
        started.forEach(ProcessHandle::destroy);
        process.destroy();
        boolean interrupted = Thread.interrupted();
        try {
            if (!process.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            interrupted = true;
        }
        started.forEach(ProcessHandle::destroyForcibly);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<String> lastLines(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
        return lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
    }

    /** Reason why a driver cannot be built here, saying what to install; empty if it can. */
    Optional<String> obstacle(ClientProfile client) {
        if (find("go").isEmpty()) {
            return Optional.of("--client " + client.label()
                    + " needs Go, to build a driver for that library: install Go 1.26 or newer and put go on the PATH");
        }
        if (client == ClientProfile.LIBRDKAFKA && compiler().isEmpty()) {
            return Optional.of(
                    "--client librdkafka needs a C compiler in addition to Go: install gcc or clang, or set CC");
        }
        return Optional.empty();
    }

    private String requireGo(ClientProfile client) {
        obstacle(client).ifPresent(why -> {
            throw new DriverException(why);
        });
        return find("go").orElseThrow().toString();
    }

    private void requireCompiler() {
        obstacle(ClientProfile.LIBRDKAFKA).ifPresent(why -> {
            throw new DriverException(why);
        });
    }

    private Optional<Path> compiler() {
        String named = environment.getOrDefault("CC", "").strip();
        return named.isEmpty() ? find("gcc").or(() -> find("cc")).or(() -> find("clang")) : find(named.split(" ")[0]);
    }

    private Optional<Path> find(String program) {
        if (program.contains(File.separator)) {
            return Optional.of(Path.of(program)).filter(Files::isExecutable);
        }
        List<Path> folders = new ArrayList<>();
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (!folder.isEmpty()) {
                folders.add(Path.of(folder));
            }
        }
        folders.addAll(moreFolders);
        return folders.stream()
                .map(folder -> folder.resolve(program))
                .filter(path -> Files.isExecutable(path) && Files.isRegularFile(path))
                .findFirst();
    }

    private static InputStream source(String name) {
        InputStream source = DriverBuild.class.getResourceAsStream("clients/" + name);
        if (source == null) {
            throw new IllegalStateException("the drivers' source " + name + " is not packaged");
        }
        return source;
    }

    private static String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[COPY_BUFFER_BYTES];
            for (String name : SOURCES) {
                digest.update(name.getBytes(StandardCharsets.UTF_8));
                try (InputStream source = source(name)) {
                    for (int read = source.read(buffer); read >= 0; read = source.read(buffer)) {
                        digest.update(buffer, 0, read);
                    }
                }
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGEST_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
