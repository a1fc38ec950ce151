package io.kahkm.internal.kahm.file;

import io.kahkm.internal.kahm.Model;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Stores models as safetensors files and reads them back, refusing what is not intact.
 *
 * <p>Tensors: {@code references} (F32), {@code encodings}, {@code inverses}, {@code
 * submodel_values}, {@code centroids}, {@code scaling}, {@code closure}, {@code class_means},
 * {@code readouts} (F64), {@code class_counts}, {@code fitting_rows} (I64), {@code submodels}
 * (I32); {@code ModelTensors} lists their shapes. Settings, sensor names, calibration and
 * provenance are metadata strings.
 */
public final class ModelFile {
  private static final long LARGEST_FILE = Integer.MAX_VALUE - 8;

  private ModelFile() {}

  /**
   * Writes a model, replacing the file at once or not at all.
   *
   * @param model the model
   * @param path the file; its directory must exist
   * @throws IOException if writing fails
   */
  public static void write(Model model, Path path) throws IOException {
    Path part = path.resolveSibling(path.getFileName() + ".part");
    try {
      try (FileChannel file =
          FileChannel.open(
              part,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(toBytes(model));
        while (bytes.hasRemaining()) {
          file.write(bytes);
        }
        // Once: a file that is opened with SYNC waits for the disk every 8 KB.
        file.force(true);
      }
      Files.move(part, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /**
   * Reads a model.
   *
   * @param path the file
   * @return the model, equal bit for bit to the one written
   * @throws IOException if reading fails
   * @throws ModelFileException if the file is truncated, changed or no model
   */
  public static Model read(Path path) throws IOException, ModelFileException {
    long size = Files.size(path);
    if (size > LARGEST_FILE) {
      throw new ModelFileException(
          path + ": not a KAHKM model: " + size + " bytes, models have at most " + LARGEST_FILE);
    }
    return fromBytes(Files.readAllBytes(path), path.toString());
  }

  /**
   * The bytes of a model file.
   *
   * @param model the model
   * @return a new array
   */
  public static byte[] toBytes(Model model) {
    return Safetensors.write(MetadataWriter.of(model), ModelTensors.of(model));
  }

  /**
   * Reads a model from the bytes of a file.
   *
   * @param bytes must not change while reading
   * @param sourceName what to call the source in messages
   * @return the model
   * @throws ModelFileException if the bytes are truncated, changed or no model
   */
  public static Model fromBytes(byte[] bytes, String sourceName) throws ModelFileException {
    try {
      Safetensors file = Safetensors.parse(bytes);
      ModelMetadata metadata = new ModelMetadata(file.metadata());
      metadata.requireFormat();
      String digest = Safetensors.digest(file.metadata(), file.tensors());
      if (!digest.equals(file.metadata().get(Safetensors.CONTENT))) {
        throw new ModelFileException(
            "changed or damaged: the content does not have the SHA-256 it was written with");
      }
      return new ModelTensors(new NamedTensors(file.tensors()), metadata).model();
    } catch (IllegalArgumentException e) {
      throw new ModelFileException(sourceName + ": damaged: " + e.getMessage());
    } catch (ModelFileException e) {
      throw new ModelFileException(sourceName + ": " + e.getMessage());
    }
  }
}
