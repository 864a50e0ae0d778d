package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.ArmProfile;
import dev.squeeze.engine.load.Profile;
import dev.squeeze.engine.load.RoleProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Converts profiles for result documents. */
public final class Profiles {
    private Profiles() {}

    /** The thread roles for which samples or waits were recorded. */
    public static ProfileInfo of(ArmProfile profile) {
        List<ProfileInfo.RoleInfo> roles = new ArrayList<>(roles("client", profile.client()));
        profile.service().ifPresent(service -> roles.addAll(roles("service", service)));
        profile.brokers().ifPresent(brokers -> roles.addAll(roles("brokers", brokers)));
        return new ProfileInfo(profile.arm(), roles);
    }

    private static <R extends Enum<R>> List<ProfileInfo.RoleInfo> roles(String process, Profile<R> profile) {
        List<ProfileInfo.RoleInfo> infos = new ArrayList<>();
        profile.roles().forEach((role, seen) -> {
            List<ProfileInfo.MonitorInfo> monitors = profile.waits().stream()
                    .filter(wait -> wait.role() == role)
                    .map(wait -> new ProfileInfo.MonitorInfo(
                            wait.monitorClass(),
                            wait.method(),
                            wait.waits(),
                            wait.totalMillis(),
                            wait.longestMillis(),
                            OptionalDouble.of(wait.share()),
                            wait.heldBy().map(Profiles::words)))
                    .toList();
            if (seen.samples() > 0 || !monitors.isEmpty()) {
                infos.add(new ProfileInfo.RoleInfo(process, words(role), seen.samples(), frames(seen), monitors));
            }
        });
        return infos;
    }

    private static List<ProfileInfo.FrameInfo> frames(RoleProfile seen) {
        return seen.innermost().stream()
                .map(frame -> new ProfileInfo.FrameInfo(frame.method(), frame.share()))
                .toList();
    }

    /** A role in lower-case words. */
    static String words(Enum<?> role) {
        return role.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
