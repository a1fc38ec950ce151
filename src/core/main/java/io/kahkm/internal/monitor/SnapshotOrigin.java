package io.kahkm.internal.monitor;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.MatrixDigest;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;

/** The head of stored state: what map and settings it belongs to. */
public final class SnapshotOrigin {
  private static final int MAGIC = 0x4b53_4d4e;

  /**
   * Version without the window that a stream of a fleet reported last, without fleet clock and
   * without evidence of novelty and relations.
   */
  public static final int RELEASED = 3;

  /** Version without evidence of skill. */
  static final int WITHOUT_SKILL = 4;

  /**
   * First version that tells a channel in alarm from one that raises a notice, and which values of
   * the last reading were held.
   */
  static final int NOTICES = 7;

  /** Version without forecasts of others. */
  static final int WITHOUT_OTHERS = 7;

  /** Version without a history of readings and without experts. */
  static final int WITHOUT_EXPERTS = 8;

  /** Version without names of those whose forecasts are mixed. */
  static final int WITHOUT_MIXED_OTHERS = 10;

  /** First version with evidence against single sensors, and one run length for all channels. */
  static final int SENSORS = 10;

  /** First version that keeps how far the largest reading of a stream's own scale was off. */
  static final int BELIEVED_SCALES = 12;

  /** First version that keeps at which readings of the sensors' past there was an alarm. */
  static final int ALARMED_PASTS = 12;

  /** First version whose past of the sensors has rows that did not come. */
  static final int GAPS_IN_PASTS = 13;

  /** First version that keeps whether the machine runs. */
  static final int OPERATION = 14;

  /** First version that keeps what is known ahead. */
  static final int KNOWN_AHEAD = 15;

  /** First version that keeps for how many readings relations have not been judged. */
  static final int UNJUDGED_RELATIONS = 16;

  /** First version that keeps what sensors followed to before there was evidence against one. */
  static final int SENSORS_BEFORE_ALARMS = 17;

  /**
   * Version that is written. Those up to 5 did not say which model certificates belong to, and kept
   * nothing of persistence: certificates read both from their own state.
   */
  public static final int VERSION = 17;

  private static final String BASIS = "\nmodel.certificates=";

  private SnapshotOrigin() {}

  /**
   * Writes the head.
   *
   * @param writer appended to
   * @param settings how streams are treated
   * @param model the model
   */
  public static void write(StateWriter writer, MonitorSettings settings, Model model) {
    write(writer, model, signature(settings, model));
  }

  /** The same where the signature of the settings is known. */
  static void write(StateWriter writer, Model model, String signature) {
    writer.putInt(MAGIC);
    writer.putInt(VERSION);
    writer.putString(model.map().fingerprint());
    writer.putString(signature);
  }

  /**
   * A fleet's windows rest on one closure and one metric, fixed before any of them: they may not
   * change either. Those of a stream begin again where the model does.
   */
  static String signature(MonitorSettings settings, Model model) {
    return settings.fleet().isPresent()
        ? settings.signature()
            + "\nmodel.closure="
            + new MatrixDigest().add(model.closure()).text()
            + BASIS
            + ModelCertificates.digest(settings, model)
        : settings.signature();
  }

  /** How many streams a fleet has is no part of any unit: it may change. */
  private static String comparable(String signature, MonitorSettings settings) {
    return settings.fleet().isPresent()
        ? signature
            .replaceFirst("(\\ncertificates=CertificateSettings\\[.*?)units=\\d+, ", "$1")
            .replaceFirst("(\\ncertificates.fleet=FleetSettings\\[)streams=\\d+, ", "$1")
        : signature;
  }

  /**
   * Reads the head and refuses state that these settings and this model cannot continue.
   *
   * @param reader advanced past the head
   * @param settings how streams are treated now
   * @param model the model in use
   * @return version of the state, from 3 on
   * @throws IncompatibleStateException if it is of another release, map or settings, naming what
   *     differs and the way out
   * @throws MalformedStateException if the bytes are no head
   */
  public static int require(StateReader reader, MonitorSettings settings, Model model) {
    return require(reader, settings, model, signature(settings, model));
  }

  /** The same where the signature of the settings is known. */
  static int require(
      StateReader reader, MonitorSettings settings, Model model, String configuredSignature) {
    if (reader.getInt() != MAGIC) {
      throw new MalformedStateException("these bytes are no monitor snapshot");
    }
    int version = reader.getInt();
    if (version < RELEASED || version > VERSION) {
      throw new IncompatibleStateException(
          "the stored state has version "
              + version
              + ", this release reads versions "
              + RELEASED
              + " to "
              + VERSION,
          "go back to the release that wrote it, which can continue from it, or run this one under"
              + " a new application.id beside it, see \"Stored state of another release\" in the"
              + " runbook");
    }
    String fingerprint = reader.getString();
    if (!model.map().fingerprint().equals(fingerprint)) {
      throw new IncompatibleStateException(
          "the stored state belongs to map "
              + fingerprint
              + ", the model's map is "
              + model.map().fingerprint(),
          "run the new map under a new application.id beside the old one");
    }
    String stored = String.valueOf(reader.getString());
    if (configuredSignature.equals(stored)) {
      return version;
    }
    String signature = comparable(stored, settings);
    String configured = comparable(configuredSignature, settings);
    if (!stored.contains(BASIS)) {
      configured = configured.replaceFirst(BASIS + "\\w+", "");
    }
    if (!configured.equals(signature)) {
      throw new IncompatibleStateException(
          "the stored state was written under other settings: "
              + SettingsDifference.describe(signature, configured),
          "restore what differs or use a new application.id");
    }
    return version;
  }
}
