/** {@code squeeze report}: result documents rendered again and compared. */
@NullMarked
package dev.squeeze.feature.report;

import org.jspecify.annotations.NullMarked;
