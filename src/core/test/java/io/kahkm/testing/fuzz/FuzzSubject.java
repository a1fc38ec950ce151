package io.kahkm.testing.fuzz;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Something that decodes bytes of others.
 *
 * @param name short name
 * @param source makes inputs
 * @param decoder takes them
 * @param documented what the decoder may throw
 * @param expected outcomes that must occur, or the inputs do not reach what they are made for
 * @param allocation bytes that a case may allocate whatever its input
 * @param allocationPerByte bytes that it may allocate for each byte of its input
 * @param shortCases cases of the short run
 * @param longCases cases of the long run
 */
public record FuzzSubject(
    String name,
    Source source,
    Decoder decoder,
    List<Class<? extends Throwable>> documented,
    Set<String> expected,
    long allocation,
    long allocationPerByte,
    int shortCases,
    int longCases) {
  /** Copies the collections. */
  public FuzzSubject {
    documented = List.copyOf(documented);
    expected = Set.copyOf(expected);
  }

  /**
   * A decoder of one record's payload, which refuses by its outcome and throws nothing.
   *
   * @param name short name
   * @param sample from which inputs are made
   * @param words that are put into it
   * @param decoder takes them
   * @param expected outcomes that must occur
   */
  public static FuzzSubject ofPayload(
      String name, byte[] sample, List<String> words, Decoder decoder, Set<String> expected) {
    return new FuzzSubject(
        name,
        new Mutator(List.of(sample), words)::input,
        decoder,
        List.of(),
        expected,
        1_000_000,
        200,
        3_000,
        100_000);
  }

  /** The name. */
  @Override
  public String toString() {
    return name;
  }

  /** Makes inputs. */
  @FunctionalInterface
  public interface Source {
    /** The input of one case, decided by the random numbers alone. */
    byte[] input(SplittableRandom random);
  }

  /** Decodes inputs. */
  @FunctionalInterface
  public interface Decoder {
    /**
     * Decodes an input and checks what came of it.
     *
     * @return the outcome in a word
     * @throws Throwable a documented exception for refused input; everything else is a finding
     */
    String decode(byte[] input) throws Throwable;
  }
}
