/** What all fuzz targets share. Each target is in the package of the parser that it drives. */
@NullMarked
package dev.squeeze.fuzz;

import org.jspecify.annotations.NullMarked;
