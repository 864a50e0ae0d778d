package dev.squeeze;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A connection to a port of this machine, limited to a number of bytes per second and direction. */
public final class SlowLine implements AutoCloseable {
    private static final int CHUNK_BYTES = 4 << 10;
    /** Data in socket buffers arrives without being limited. */
    private static final int SOCKET_BYTES = 16 << 10;

    private final ServerSocket server = new ServerSocket();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final long bytesPerSecond;

    public SlowLine(long bytesPerSecond) throws IOException {
        this.bytesPerSecond = bytesPerSecond;
        server.setReceiveBufferSize(SOCKET_BYTES);
        server.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
    }

    /** The local port. */
    public int port() {
        return server.getLocalPort();
    }

    /** Connects it to a port; data that arrived earlier has waited. */
    public void leadTo(int port) {
        thread(() -> {
            while (!server.isClosed()) {
                Socket near = server.accept();
                Socket far = new Socket();
                far.setReceiveBufferSize(SOCKET_BYTES);
                far.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
                sockets.addAll(List.of(near, far));
                thread(() -> carry(near, far));
                thread(() -> carry(far, near));
            }
        });
    }

    private void carry(Socket from, Socket to) throws IOException, InterruptedException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int bytes = in.read(chunk); bytes >= 0; bytes = in.read(chunk)) {
                TimeUnit.NANOSECONDS.sleep(TimeUnit.SECONDS.toNanos(bytes) / bytesPerSecond);
                out.write(chunk, 0, bytes);
            }
        }
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void thread(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException e) {
                // One end has closed the connection.
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
