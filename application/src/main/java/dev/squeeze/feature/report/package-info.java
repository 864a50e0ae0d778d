/** {@code squeeze report}: result documents rendered as pages, and compared. */
@NullMarked
package dev.squeeze.feature.report;

import org.jspecify.annotations.NullMarked;
