package io.kahkm.monitor;

import io.kahkm.kahm.Model;
import io.kahkm.numeric.MalformedStateException;
import io.kahkm.numeric.StateReader;
import io.kahkm.numeric.StateWriter;

/** The head of a snapshot: what map and settings it belongs to. */
final class SnapshotOrigin {
  private static final int MAGIC = 0x4b53_4d4e;
  private static final int VERSION = 1;

  private SnapshotOrigin() {}

  static void write(StateWriter writer, MonitorSettings settings, Model model) {
    writer.putInt(MAGIC);
    writer.putInt(VERSION);
    writer.putString(model.map().fingerprint());
    writer.putString(settings.signature());
  }

  /** Reads the head and refuses a snapshot that these settings and this model cannot continue. */
  static void require(StateReader reader, MonitorSettings settings, Model model) {
    if (reader.getInt() != MAGIC) {
      throw new MalformedStateException("these bytes are no monitor snapshot");
    }
    int version = reader.getInt();
    if (version != VERSION) {
      throw new MalformedStateException(
          "snapshot version " + version + " cannot be read, this is version " + VERSION);
    }
    String fingerprint = reader.getString();
    if (!model.map().fingerprint().equals(fingerprint)) {
      throw new IncompatibleStateException(
          "the stored state belongs to map "
              + fingerprint
              + ", the model's map is "
              + model.map().fingerprint()
              + "; run the new map under a new application.id beside the old one");
    }
    String signature = String.valueOf(reader.getString());
    if (!settings.signature().equals(signature)) {
      throw new IncompatibleStateException(
          "the stored state was written under other settings: "
              + difference(signature, settings.signature())
              + "; restore that setting or use a new application.id");
    }
  }

  private static String difference(String stored, String configured) {
    String[] before = stored.split("\n", -1);
    String[] now = configured.split("\n", -1);
    for (int i = 0; i < now.length; i++) {
      if (i >= before.length || !before[i].equals(now[i])) {
        return "stored " + (i < before.length ? before[i] : "nothing") + ", configured " + now[i];
      }
    }
    return "the stored state has more fields";
  }
}
