/**
 * Programs that embed the core, as their authors would write them: what {@code docs/embedding.md}
 * shows and the tests run. What other modules use, and what uses {@code io.kahkm.internal}, may not
 * be here.
 */
package io.kahkm.embedding;
