package io.kahkm.stream;

import io.kahkm.stream.output.RejectRecords;
import java.util.LinkedHashMap;
import java.util.Map;

/** The headers of the rejects topic in words, for the reference. */
public final class RejectHeaders {
  private RejectHeaders() {}

  /**
   * The headers.
   *
   * @return name to meaning
   */
  public static Map<String, String> inWords() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(RejectRecords.REASON, "why, one of the reasons below");
    headers.put(
        RejectRecords.FIELD,
        "the field or tag at fault, the first of several, as the topology file or the format names"
            + " it");
    headers.put(RejectRecords.TOPIC, "input topic");
    headers.put(RejectRecords.PARTITION, "input partition");
    headers.put(RejectRecords.OFFSET, "input offset");
    headers.put(
        RejectRecords.TIMESTAMP,
        "timestamp of the input record, milliseconds since the epoch; -1 where it has none");
    headers.put(
        RejectRecords.STREAMS_MESSAGE,
        "the reason again, under the name that Kafka Streams' own dead letters use");
    headers.put(RejectRecords.ERROR, "what the engine threw, for the reason `failed` only");
    headers.put(
        RejectRecords.STREAMS_EXCEPTION, "class of that exception, for the reason `failed` only");
    headers.put(
        RejectRecords.STREAMS_STACK_TRACE,
        "where in the code it was thrown, for the reason `failed` only");
    headers.put(RejectRecords.STREAMS_TOPIC, "input topic");
    headers.put(RejectRecords.STREAMS_PARTITION, "input partition");
    headers.put(RejectRecords.STREAMS_OFFSET, "input offset");
    headers.put(
        RejectRecords.LENGTH,
        "length in bytes of a value above "
            + RejectRecords.LARGEST_WHOLE_VALUE / 1024
            + " KB, of which the first "
            + RejectRecords.KEPT_BYTES / 1024
            + " KB are kept");
    headers.put(RejectRecords.SHA_256, "SHA-256 of such a value");
    headers.put(
        RejectRecords.KEY_LENGTH,
        "length in bytes of a key above "
            + RejectRecords.KEPT_BYTES / 1024
            + " KB, of which the first "
            + RejectRecords.KEPT_BYTES / 1024
            + " KB are kept");
    headers.put(RejectRecords.KEY_SHA_256, "SHA-256 of such a key");
    headers.put(
        RejectRecords.HEADERS_DROPPED,
        "number of passed headers that were left out because together they are above "
            + RejectRecords.KEPT_BYTES / 1024
            + " KB");
    return headers;
  }
}
