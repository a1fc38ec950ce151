/**
 * Programs that embed the core, as their authors would write them: what {@code docs/embedding.md}
 * shows and the tests run. Nothing here uses {@code io.kahkm.internal}, and nothing of the project
 * uses this package.
 */
package io.kahkm.embedding;
