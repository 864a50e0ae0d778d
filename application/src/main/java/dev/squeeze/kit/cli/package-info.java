/**
 * Shared by all commands: terminal, progress, common options, exit codes. Except for the application, the only package that prints.
 */
@NullMarked
package dev.squeeze.kit.cli;

import org.jspecify.annotations.NullMarked;
