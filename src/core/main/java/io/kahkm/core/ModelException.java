package io.kahkm.core;

import java.io.IOException;

/**
 * A file is not a model of this library, is damaged, or was changed after it was written. The
 * message says which file and what is wrong with it.
 */
public final class ModelException extends IOException {
  private static final long serialVersionUID = 1L;

  ModelException(Exception cause) {
    super(cause.getMessage(), cause);
  }
}
