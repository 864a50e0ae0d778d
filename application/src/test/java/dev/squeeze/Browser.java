package dev.squeeze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A headless Chromium, controlled through its DevTools protocol: one page at a time, with everything it reports and requests. */
final class Browser implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final long TIMEOUT_SECONDS = 60;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final WebSocket socket;
    private final Path profile;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> troubles = new CopyOnWriteArrayList<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Set<String> formerLoaders = ConcurrentHashMap.newKeySet();
    private final Set<String> formerRequests = ConcurrentHashMap.newKeySet();
    private volatile CompletableFuture<Boolean> loaded = new CompletableFuture<>();
    private String session = "";

    /**
     * @param id with which the browser reports the outcome
     * @param loader the browser's id of the document load that made the request; different for each load
     */
    private record Request(String id, String loader, String url) {}

    /** The path of an installed browser. */
    static Optional<Path> installed() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder.isEmpty() ? "." : folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    Browser(Path executable, Path profile) throws Exception {
        this.profile = profile;
        process = new ProcessBuilder(
                        executable.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address()), new Listener())
                .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        String target = call("Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asText();
        session = call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asText();
        for (String part : List.of("Page", "Runtime", "Network", "Log")) {
            call(part + ".enable", Map.of());
        }
    }

    /** The first output contains the address; the rest does not matter. */
    private String address() throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line;
        while ((line = out.readLine()) != null) {
            int at = line.indexOf("ws://");
            if (at >= 0) {
                Thread drain = new Thread(() -> out.lines().forEach(more -> {}), "browser-output");
                drain.setDaemon(true);
                drain.start();
                return line.substring(at).strip();
            }
        }
        throw new IOException("the browser ended before it listened");
    }

    /** Opens a file, on a screen of a given size. */
    void open(Path page, int width, int height) {
        open(page.toUri(), width, height);
    }

    /** Opens a served page. */
    void open(URI page, int width, int height) {
        screen(width, height);
        troubles.clear();
        // Requests of the previous page may still be reported after the next one was opened.
        requests.forEach(request -> {
            formerLoaders.add(request.loader());
            formerRequests.add(request.id());
        });
        requests.clear();
        loaded = new CompletableFuture<>();
        call("Page.navigate", Map.of("url", page.toString()));
        await(loaded);
    }

    void screen(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    /** {@code print} or {@code screen}, and {@code dark} or {@code light}. */
    void media(String medium, String scheme) {
        call(
                "Emulation.setEmulatedMedia",
                Map.of("media", medium, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** The value of an expression on the page. */
    JsonNode evaluate(String expression) {
        JsonNode answer =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.get("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    void press(String key, int code) {
        for (String type : List.of("keyDown", "keyUp")) {
            call(
                    "Input.dispatchKeyEvent",
                    Map.of("type", type, "key", key, "code", key, "windowsVirtualKeyCode", code));
        }
    }

    /** Console errors, exceptions and refused requests since the page was opened. */
    List<String> troubles() {
        return List.copyOf(troubles);
    }

    /** All requests since the page was opened, including the page itself. */
    List<String> requests() {
        return requests.stream()
                .filter(request -> !formerLoaders.contains(request.loader()))
                .map(Request::url)
                .toList();
    }

    private JsonNode call(String method, Map<String, Object> parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        await(socket.sendText(message.toString(), true));
        return await(answer);
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (Exception e) {
            throw new IllegalStateException("the browser does not answer", e);
        }
    }

    private void take(String text) {
        JsonNode message;
        try {
            message = JSON.readTree(text);
        } catch (IOException e) {
            throw new IllegalStateException(text, e);
        }
        if (message.has("id")) {
            CompletableFuture<JsonNode> answer =
                    answers.remove(message.get("id").asInt());
            if (answer != null) {
                if (message.has("error")) {
                    answer.completeExceptionally(
                            new IllegalStateException(message.get("error").toString()));
                } else {
                    answer.complete(message.path("result"));
                }
            }
            return;
        }
        JsonNode of = message.path("params");
        switch (message.path("method").asText()) {
            case "Page.loadEventFired" -> loaded.complete(true);
            case "Network.requestWillBeSent" ->
                requests.add(new Request(
                        of.path("requestId").asText(),
                        of.path("loaderId").asText(),
                        of.path("request").path("url").asText()));
            case "Log.entryAdded" -> {
                if (!isOfFormerPage(of.path("entry").path("networkRequestId").asText())) {
                    troubles.add(of.toString());
                }
            }
            case "Runtime.exceptionThrown" -> troubles.add(of.toString());
            case "Runtime.consoleAPICalled" -> troubles.add(of.toString());
            default -> {}
        }
    }

    private boolean isOfFormerPage(String request) {
        return formerRequests.contains(request)
                || requests.stream().anyMatch(one -> one.id().equals(request) && formerLoaders.contains(one.loader()));
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder parts = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            parts.append(data);
            if (last) {
                String whole = parts.toString();
                parts.setLength(0);
                take(whole);
            }
            webSocket.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }

    @Override
    public void close() throws IOException {
        socket.abort();
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(one -> await(one.onExit()));
        try (Stream<Path> files = Files.walk(profile)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
