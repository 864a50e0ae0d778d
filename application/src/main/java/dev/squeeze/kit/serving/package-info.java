/** Shared by commands that serve HTTP: access control, listen addresses, and metrics in the Prometheus text format. */
@NullMarked
package dev.squeeze.kit.serving;

import org.jspecify.annotations.NullMarked;
