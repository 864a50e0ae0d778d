/** Self-contained pages: elements, tables and charts, independent of the kinds of results. */
@NullMarked
package dev.squeeze.kit.document.html;

import org.jspecify.annotations.NullMarked;
