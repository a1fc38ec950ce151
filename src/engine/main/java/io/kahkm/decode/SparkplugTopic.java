package io.kahkm.decode;

import java.util.List;

/**
 * A topic of Sparkplug B: {@code spBv1.0/group/TYPE/node} or {@code
 * spBv1.0/group/TYPE/node/device}.
 *
 * @param type what the message is
 * @param node {@code group/node}: the edge node, whose aliases hold for all its devices
 * @param stream {@code group/node}, or {@code group/node/device} for a device
 * @param device whether it is a device's
 */
record SparkplugTopic(Type type, String node, String stream, boolean device) {
  private static final String NAMESPACE = "spBv1.0";

  /** Longest stream, characters: a node's births are kept under its name, and those of devices. */
  static final int LONGEST_STREAM = 1024;

  /** What a message is. */
  enum Type {
    /** All metrics of a node or device with names, aliases and values. */
    BIRTH,
    /** Values that have changed. */
    DATA,
    /** The node or device is gone. */
    DEATH,
    /** A command or the state of a host: no readings. */
    OTHER
  }

  /**
   * Reads a topic.
   *
   * @param topic the text
   * @return the topic
   * @throws Unreadable if it is none of Sparkplug's, or names a stream that is too long
   */
  static SparkplugTopic of(String topic) throws Unreadable {
    List<String> parts = List.of(topic.split("/", -1));
    if (parts.size() < 3 || !parts.get(0).equals(NAMESPACE) || parts.contains("")) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
    if (parts.get(1).equals("STATE")) {
      return new SparkplugTopic(Type.OTHER, parts.get(2), parts.get(2), false);
    }
    if (parts.size() < 4 || parts.size() > 5) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
    if (topic.length() > NAMESPACE.length() + LONGEST_STREAM) {
      throw new Unreadable(RejectReason.TOO_LARGE);
    }
    boolean device = parts.size() == 5;
    String node = parts.get(1) + "/" + parts.get(3);
    Type type =
        switch (parts.get(2)) {
          case "NBIRTH", "DBIRTH" -> Type.BIRTH;
          case "NDATA", "DDATA" -> Type.DATA;
          case "NDEATH", "DDEATH" -> Type.DEATH;
          case "NCMD", "DCMD" -> Type.OTHER;
          default -> throw new Unreadable(RejectReason.MALFORMED);
        };
    if ((parts.get(2).charAt(0) == 'D') != device) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
    return new SparkplugTopic(type, node, device ? node + "/" + parts.get(4) : node, device);
  }
}
