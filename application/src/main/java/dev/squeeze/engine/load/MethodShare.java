package dev.squeeze.engine.load;

/**
 * How much of its time a role was in a method.
 *
 * @param method {@code package.Class.method}
 * @param samples how often it was seen there
 * @param share of the role's time, 0 to 1
 */
public record MethodShare(String method, long samples, double share) {}
