package dev.squeeze.feature.gateway;

import dev.squeeze.kit.environment.HostHeader;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Refuses requests that web pages send through a browser. A page of any site can make its visitor's browser send a POST
 * to this machine and, if the site's name is made to resolve to this machine (DNS rebinding), read the response as
 * well. Clients other than browsers send neither {@code Origin} nor {@code Sec-Fetch-Site}, and address the gateway by
 * one of its own names.
 *
 * <p>With a token nothing needs to be refused: no page knows it, and before a browser sends an {@code Authorization}
 * header to another site it sends a preflight request, which the gateway never permits.
 */
final class BrowserGuard {
    /** Header of Fetch Metadata; the values below mean that no other site caused the request. */
    private static final String FETCH_SITE = "Sec-Fetch-Site";

    private static final Set<String> HARMLESS_SITES = Set.of("same-origin", "none");

    private final boolean hasToken;
    private final Set<String> names = new HashSet<>();

    BrowserGuard(GatewayOptions options) {
        this.hasToken = options.token().isPresent();
        InetAddress address = options.address().getAddress();
        if (!address.isAnyLocalAddress()) {
            names.add(options.address().getHostString().toLowerCase(Locale.ROOT));
        }
        options.hosts().forEach(host -> names.add(host.toLowerCase(Locale.ROOT)));
    }

    /** @throws RefusedException if a page of another site may have caused the request */
    void require(HttpFields fields) {
        if (hasToken) {
            return;
        }
        String host = fields.get(HttpHeader.HOST);
        // Only HTTP/1.0 clients may omit it, and no browser does.
        if (host != null && !isOurs(HostHeader.parse(host))) {
            throw new RefusedException(
                    Refusal.MISDIRECTED,
                    "the name in the Host header is not one of this gateway's: use its address, or start it with"
                            + " --allow-host NAME");
        }
        boolean foreign = fields.getValuesList(FETCH_SITE).stream()
                        .anyMatch(site -> !HARMLESS_SITES.contains(site.strip().toLowerCase(Locale.ROOT)))
                || fields.getValuesList(HttpHeader.ORIGIN).stream().anyMatch(origin -> !isOf(origin, host));
        if (foreign) {
            throw new RefusedException(
                    Refusal.CROSS_SITE,
                    "requests from web pages are refused: send it without Origin and Sec-Fetch-Site, or give the"
                            + " gateway a token (--token-file)");
        }
    }

    private boolean isOurs(Optional<HostHeader> host) {
        return host.isPresent()
                && (host.get().isLoopback()
                        || host.get().isAddress()
                        || names.contains(host.get().name()));
    }

    private static boolean isOf(String origin, String host) {
        int authority = origin.indexOf("://");
        return host != null
                && authority > 0
                && origin.substring(authority + 3).strip().equalsIgnoreCase(host.strip());
    }
}
