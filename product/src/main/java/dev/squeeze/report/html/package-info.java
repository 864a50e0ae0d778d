/** Pages of one file: elements, tables and charts, drawn without knowing what results there are. */
@NullMarked
package dev.squeeze.report.html;

import org.jspecify.annotations.NullMarked;
