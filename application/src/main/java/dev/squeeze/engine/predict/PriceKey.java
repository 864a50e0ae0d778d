package dev.squeeze.engine.predict;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A figure of a price list, by its key in files. */
public enum PriceKey {
    ZONE_TRANSFER("zone-transfer-per-gb", "GB", "from one availability zone to another, both directions together"),
    DISK("disk-per-gb-month", "GB-month", "on a broker's disk"),
    DISK_UTILISATION("disk-utilisation", "", "share of a disk that may be filled"),
    VCPU("vcpu-per-hour", "hour", "one virtual core"),
    CPU_UTILISATION("cpu-utilisation", "", "share of a core that may be busy"),
    OBJECT_STORE("object-store-per-gb-month", "GB-month", "remote segments of tiered storage"),
    OBJECT_STORE_WRITES("object-store-per-1000-writes", "1000 requests", "writing remote segments"),
    INGRESS("ingress-per-gb", "GB", "vendor's price of traffic from producers"),
    EGRESS("egress-per-gb", "GB", "vendor's price of traffic to consumers"),
    BROKER("broker-per-month", "month", "one whole broker, disks included");

    /** The unit of figures that are not money. */
    static final String SHARE = "share";

    private final String key;
    private final String per;
    private final String meaning;

    PriceKey(String key, String per, String meaning) {
        this.key = key;
        this.per = per;
        this.meaning = meaning;
    }

    public String key() {
        return key;
    }

    public String meaning() {
        return meaning;
    }

    public boolean isMoney() {
        return !per.isEmpty();
    }

    /** Such as {@code USD/GB}. */
    public String unit(String currency) {
        return isMoney() ? currency + "/" + per : SHARE;
    }

    static Optional<PriceKey> named(String key) {
        return Arrays.stream(values()).filter(value -> value.key.equals(key)).findFirst();
    }

    static List<String> keys() {
        return Arrays.stream(values()).map(PriceKey::key).toList();
    }
}
