package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateWriter;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** SHA-256 over everything that decides what a map computes. */
public final class Fingerprint {
  private Fingerprint() {}

  /**
   * A digest for bytes that identify a map.
   *
   * @return a new one
   */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static String of(
      MapSettings settings,
      Scaling scaling,
      Matrix centroids,
      List<Integer> classCounts,
      List<Submodel> submodels) {
    MessageDigest digest = sha256();
    StateWriter writer = new StateWriter();
    writer.putInt(settings.sensors().size());
    settings.sensors().forEach(writer::putString);
    writer.putInt(settings.classes());
    writer.putDouble(settings.omega());
    writer.putDouble(settings.tau());
    writer.putInt(settings.reconstruction().block());
    writer.putString(settings.reconstruction().farField().label());
    writer.putString(settings.reconstruction().regularization().label());
    writer.putString(settings.states().scaling().label());
    // Maps of present readings keep the fingerprint they had before there were delays.
    if (settings.states().delays() > 1) {
      writer.putString("delays");
      writer.putInt(settings.states().delays());
    }
    if (settings.states().scalingRows() > 0) {
      writer.putString("scalingRows");
      writer.putInt(settings.states().scalingRows());
    }
    // Maps of all their training states keep the fingerprint they had before there was a choice.
    settings
        .references()
        .ifPresent(
            limit -> {
              writer.putString("references");
              writer.putInt(limit.most());
              writer.putString(limit.way().label());
            });
    writer.putDoubles(scaling.mean());
    writer.putDoubles(scaling.scale());
    writer.putDoubles(centroids.toArray());
    classCounts.forEach(writer::putInt);
    writer.putInt(submodels.size());
    digest.update(writer.toByteArray());
    for (Submodel submodel : submodels) {
      digest.update(bytes(submodel));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static byte[] bytes(Submodel submodel) {
    StateWriter writer = new StateWriter();
    SubmodelSummary summary = submodel.summary();
    writer.putInt(summary.classIndex());
    writer.putInt(summary.block());
    writer.putInt(summary.start());
    writer.putInt(summary.stop());
    writer.putInt(summary.references());
    writer.putInt(summary.encodingDimension());
    writer.putInt(summary.iterations());
    writer.putDouble(summary.meanSquare());
    writer.putDouble(summary.lambda());
    for (float value : submodel.storedReferences()) {
      writer.putInt(Float.floatToRawIntBits(value));
    }
    writer.putDoubles(submodel.encoding());
    writer.putDoubles(submodel.inverse());
    return writer.toByteArray();
  }
}
