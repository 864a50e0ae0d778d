/** Pages of one file: elements, tables and charts, drawn without knowing what results there are. */
@NullMarked
package dev.squeeze.kit.document.html;

import org.jspecify.annotations.NullMarked;
