package dev.squeeze.kit.cli;

/** A command that can work on a cluster which several commands share, instead of one that it opens itself. */
public interface SharesCluster {
    /** @param session stays open when the command has ended */
    void workOn(LiveSession session);
}
