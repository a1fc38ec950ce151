/**
 * What the soak's engines should have published and stored, computed sequentially, and the bit for
 * bit comparison with what they did, which is tried itself on planted differences. Processes,
 * brokers and faults may not be here.
 */
package io.kahkm.bench.soak.comparison;
