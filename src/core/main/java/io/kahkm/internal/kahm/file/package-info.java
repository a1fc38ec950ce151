/**
 * The model file: tensors and metadata of a model, written and read again in the format
 * safetensors, with every field checked. What the numbers mean may not be here: models, maps and
 * their rules stand in the package above.
 */
@NullMarked
package io.kahkm.internal.kahm.file;

import org.jspecify.annotations.NullMarked;
