package io.kahkm.core;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What {@code ./kahkm fit} learned from normal operation: a frozen map from readings to soft
 * coordinates, the closure that a stream starts with, readouts that bring forecasts back to sensor
 * units, and calibrated limits.
 *
 * <p>Immutable. One model serves any number of monitors on any number of threads; it is by far the
 * largest object here, so load it once.
 */
public final class KahkmModel {
  private final Model model;

  private KahkmModel(Model model) {
    this.model = model;
  }

  /**
   * Reads a model file.
   *
   * @param file a safetensors file that {@code ./kahkm fit} wrote, of at most 2 GB
   * @return the model
   * @throws ModelException if the file is no model, damaged, or changed after it was written
   * @throws IOException if reading fails
   */
  public static KahkmModel read(Path file) throws IOException {
    try {
      return new KahkmModel(ModelFile.read(file));
    } catch (ModelFileException damaged) {
      throw new ModelException(damaged);
    }
  }

  /**
   * Reads a model from a stream, such as a resource of a jar file.
   *
   * @param input read to its end; not closed
   * @return the model
   * @throws ModelException if the bytes are no model, damaged, or changed after they were written
   * @throws IOException if reading fails
   */
  public static KahkmModel read(InputStream input) throws IOException {
    return of(input.readAllBytes());
  }

  /**
   * Reads a model from the bytes of its file.
   *
   * @param bytes of a model file; must not change while reading, not kept
   * @return the model
   * @throws ModelException if the bytes are no model, damaged, or changed after they were written
   */
  public static KahkmModel of(byte[] bytes) throws ModelException {
    try {
      return new KahkmModel(ModelFile.fromBytes(bytes, "model"));
    } catch (ModelFileException damaged) {
      throw new ModelException(damaged);
    }
  }

  /** What the types of this package work with. */
  Model internal() {
    return model;
  }

  /**
   * Names of the values of a reading.
   *
   * @return one name per sensor, in the order that readings have; unmodifiable
   */
  public List<String> sensors() {
    return model.map().sensors();
  }

  /**
   * How many consecutive readings the map needs for one state.
   *
   * @return d, at least 1
   */
  public int delays() {
    return model.map().delays();
  }

  /**
   * The horizons for which the model can forecast in sensor units.
   *
   * @return steps ahead, ascending, possibly none; unmodifiable
   */
  public List<Integer> horizons() {
    return model.readoutHorizons();
  }

  /**
   * The novelty above which a reading is outside the map, calibrated on rows that the fit held out.
   *
   * @return a limit in [0, 1]; empty if the fit held no row out
   */
  public OptionalDouble noveltyLimit() {
    return model.noveltyLimit();
  }

  /**
   * Tells maps apart. Snapshots can be restored with a model of the same fingerprint only.
   *
   * @return SHA-256 over the map, 64 lower-case hexadecimal digits
   */
  public String fingerprint() {
    return model.map().fingerprint();
  }
}
