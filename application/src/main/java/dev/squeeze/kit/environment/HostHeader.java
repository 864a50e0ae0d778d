package dev.squeeze.kit.environment;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The host that a client believes to be connected to, from the {@code Host} header of its request (RFC 9110, 7.2). In a DNS
 * rebinding attack, a site's name resolves to this machine, and the browser sends that name. Addresses are safe: a browser only
 * sends one if the page was loaded from it, or refers to it.
 *
 * @param name in lower case, without port and without the trailing dot of a fully qualified name; IPv6 in brackets
 */
public record HostHeader(String name) {
    private static final Pattern FORM = Pattern.compile("(\\[[0-9a-f:.]{2,45}]|[a-z0-9._-]{1,253}?)\\.?(?::\\d{1,5})?");
    private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern IPV4 = Pattern.compile("(?:" + OCTET + "\\.){3}" + OCTET);

    /** Parses the header's value; empty if it is not a host with an optional port. */
    public static Optional<HostHeader> parse(String value) {
        Matcher matcher = FORM.matcher(value.strip().toLowerCase(Locale.ROOT));
        return matcher.matches() ? Optional.of(new HostHeader(matcher.group(1))) : Optional.empty();
    }

    /** Whether it is an IP address. */
    public boolean isAddress() {
        return name.startsWith("[") || IPV4.matcher(name).matches();
    }

    /** Whether it refers to this machine: {@code localhost}, 127.0.0.0/8 and ::1. */
    public boolean isLoopback() {
        return name.equals("localhost") || name.equals("[::1]") || (isAddress() && name.startsWith("127."));
    }
}
