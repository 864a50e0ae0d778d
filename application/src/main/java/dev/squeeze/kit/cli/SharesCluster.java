package dev.squeeze.kit.cli;

/** A command that can use a cluster shared by several commands instead of opening its own. */
public interface SharesCluster {
    /** @param session remains open after the command has ended */
    void workOn(LiveSession session);
}
