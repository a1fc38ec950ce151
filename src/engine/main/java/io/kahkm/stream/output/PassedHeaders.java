package io.kahkm.stream.output;

import io.kahkm.config.HeaderPolicy;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Takes the headers that go on from an input record to what it causes. */
public final class PassedHeaders {
  private PassedHeaders() {}

  /** A new set of headers: those that the policy names, in their order. */
  public static Headers of(Headers input, HeaderPolicy policy) {
    RecordHeaders passed = new RecordHeaders();
    if (!policy.pass().isEmpty()) {
      for (Header header : input) {
        if (policy.passes(header.key())) {
          passed.add(header);
        }
      }
    }
    return passed;
  }
}
