/** Whether squeeze watch calls weeks without a change worse, how soon it finds one, and what watching takes. */
package dev.squeeze.benchmarks.watch;
