package io.kahkm.kahm;

import java.io.IOException;
import java.nio.file.Path;

/** Stores models as safetensors files and reads them back, refusing what is not intact. */
public final class ModelFile {
  private ModelFile() {}

  /**
   * Writes a model, replacing the file at once or not at all.
   *
   * @param model the model
   * @param path the file
   * @throws IOException if writing fails
   */
  public static void write(Model model, Path path) throws IOException {
    Pending.value();
  }

  /**
   * Reads a model.
   *
   * @param path the file
   * @return the model, equal bit for bit to the one written
   * @throws IOException if reading fails
   * @throws ModelFileException if the file is truncated, tampered with or foreign
   */
  public static Model read(Path path) throws IOException, ModelFileException {
    return Pending.value();
  }

  /**
   * The bytes of a model file.
   *
   * @param model the model
   * @return a new array
   */
  public static byte[] toBytes(Model model) {
    return Pending.value();
  }

  /**
   * Reads a model from the bytes of a file.
   *
   * @param bytes not modified
   * @param sourceName what to call the source in messages
   * @return the model
   * @throws ModelFileException if the bytes are truncated, tampered with or foreign
   */
  public static Model fromBytes(byte[] bytes, String sourceName) throws ModelFileException {
    return Pending.value();
  }
}
