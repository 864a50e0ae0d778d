/** What all commands share: terminal, progress, common options, exit codes. With the app, the only room that prints. */
@NullMarked
package dev.squeeze.kit.cli;

import org.jspecify.annotations.NullMarked;
