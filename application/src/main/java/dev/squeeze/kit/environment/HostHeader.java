package dev.squeeze.kit.environment;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The host that a client believes it speaks to, from the {@code Host} header of its request (RFC 9110, 7.2). A page whose
 * site's name was made to resolve to this machine (DNS rebinding) has its browser send that name here. Addresses are safe
 * from that: a browser sends one only where the page itself came from it, or named it.
 *
 * @param name lower case, without port and without the dot that ends a fully qualified name; IPv6 in brackets
 */
public record HostHeader(String name) {
    private static final Pattern FORM = Pattern.compile("(\\[[0-9a-f:.]{2,45}]|[a-z0-9._-]{1,253}?)\\.?(?::\\d{1,5})?");
    private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern IPV4 = Pattern.compile("(?:" + OCTET + "\\.){3}" + OCTET);

    /** Reads a header's value; empty where it is not a host with or without a port. */
    public static Optional<HostHeader> parse(String value) {
        Matcher matcher = FORM.matcher(value.strip().toLowerCase(Locale.ROOT));
        return matcher.matches() ? Optional.of(new HostHeader(matcher.group(1))) : Optional.empty();
    }

    /** Whether it is written as an address. */
    public boolean isAddress() {
        return name.startsWith("[") || IPV4.matcher(name).matches();
    }

    /** Whether only clients on this machine call it so: {@code localhost}, 127.0.0.0/8 and ::1. */
    public boolean isLoopback() {
        return name.equals("localhost") || name.equals("[::1]") || (isAddress() && name.startsWith("127."));
    }
}
