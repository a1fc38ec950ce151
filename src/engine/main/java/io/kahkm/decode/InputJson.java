package io.kahkm.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;

/** How JSON of unknown senders is read: within limits, and with names that occur once. */
public final class InputJson {
  /** Longer values are not read: ten thousand sensors fit. */
  public static final int LONGEST_VALUE = 512 * 1024;

  private static final int DEEPEST = 32;

  /** Digits of a number, in any format. */
  static final int LONGEST_NUMBER = 400;

  /** Values, objects and lists that a payload of a binary format may hold. */
  static final int MOST_NODES = 200_000;

  private static final int LONGEST_NAME = 1024;

  /** Makes parsers with these limits. Thread-safe. */
  public static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          // Python writes NaN as a bare word: to its reader that is a number that is not finite.
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxNumberLength(LONGEST_NUMBER)
                  .maxNameLength(LONGEST_NAME)
                  .maxStringLength(LONGEST_VALUE)
                  .build())
          .build();

  private InputJson() {}
}
