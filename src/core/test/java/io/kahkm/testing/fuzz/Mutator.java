package io.kahkm.testing.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Changes real samples: bits, ranges, numbers and words of the format. Stateless. */
public final class Mutator {
  /** Numbers at the edges of what types hold, as they are written. */
  static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "-0.0",
          "1",
          "-1",
          "00",
          "1.",
          ".5",
          "1e",
          "1e5",
          "1E+308",
          "1e309",
          "-1e309",
          "1e-400",
          "4.9e-324",
          "2.2250738585072012e-308",
          "1.7976931348623157e308",
          "127",
          "128",
          "255",
          "256",
          "32768",
          "65536",
          "2147483647",
          "2147483648",
          "-2147483648",
          "-2147483649",
          "4294967296",
          "9007199254740993",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "18446744073709551616",
          "1e19",
          "1e400000000",
          "1e-400000000",
          "1e99999999999999999999",
          "0x10",
          "1_000",
          "1,5",
          "1.234,5",
          "1,234,567",
          "NaN",
          "-NaN",
          "Infinity",
          "-Infinity",
          "inf",
          "1f",
          "1d",
          "+1",
          "++1",
          "--1",
          "٣",
          "１",
          "1 000",
          "1e1e1");

  private static final int LONGEST_REPEAT = 3_000;

  private final List<byte[]> seeds;
  private final List<byte[]> words;

  /**
   * Creates a mutator.
   *
   * @param seeds real samples
   * @param words pieces of the format
   */
  public Mutator(List<byte[]> seeds, List<String> words) {
    this.seeds = List.copyOf(seeds);
    this.words = words.stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toList();
  }

  /** A sample, as it is once in sixteen, else changed. */
  public byte[] input(SplittableRandom random) {
    return mutate(pick(seeds, random).clone(), random);
  }

  /** An input, as it is once in sixteen, else changed. */
  public byte[] mutate(byte[] input, SplittableRandom random) {
    byte[] bytes = input;
    int changes = random.nextInt(16) == 0 ? 0 : 1 + random.nextInt(1 + random.nextInt(6));
    for (int i = 0; i < changes; i++) {
      bytes = change(bytes, random);
    }
    return bytes;
  }

  private byte[] change(byte[] bytes, SplittableRandom random) {
    int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
    int to = bytes.length == 0 ? 0 : Math.min(bytes.length, at + 1 + random.nextInt(32));
    return switch (random.nextInt(13)) {
      case 0 -> with(bytes, at, b -> (byte) (b ^ 1 << random.nextInt(8)));
      case 1 -> with(bytes, at, b -> (byte) random.nextInt(256));
      case 2 -> with(bytes, at, b -> pick(new byte[] {0, -1, 127, -128, ' ', '"', '\n'}, random));
      case 3 -> replace(bytes, at, to, new byte[0]);
      case 4 -> replace(bytes, at, at, Arrays.copyOfRange(bytes, at, to));
      case 5 -> replace(bytes, at, at, noise(random));
      case 6, 7 -> replace(bytes, at, at, word(random));
      case 8 -> replace(bytes, at, Math.min(bytes.length, at + word(random).length), word(random));
      case 9, 10 -> number(bytes, at, random);
      case 11 -> {
        byte[] other = pick(seeds, random);
        int from = other.length == 0 ? 0 : random.nextInt(other.length);
        yield replace(bytes, at, bytes.length, Arrays.copyOfRange(other, from, other.length));
      }
      default ->
          random.nextInt(8) == 0
              ? replace(bytes, at, at, repeated(random))
              : Arrays.copyOf(bytes, at);
    };
  }

  private interface ByteChange {
    byte apply(byte b);
  }

  private static byte[] with(byte[] bytes, int at, ByteChange change) {
    if (bytes.length == 0) {
      return bytes;
    }
    byte[] changed = bytes.clone();
    changed[at] = change.apply(bytes[at]);
    return changed;
  }

  private static byte[] replace(byte[] bytes, int from, int to, byte[] by) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + by.length);
    out.write(bytes, 0, from);
    out.writeBytes(by);
    out.write(bytes, to, bytes.length - to);
    return out.toByteArray();
  }

  private static byte[] noise(SplittableRandom random) {
    byte[] noise = new byte[1 + random.nextInt(16)];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (byte) random.nextInt(256);
    }
    return noise;
  }

  private byte[] word(SplittableRandom random) {
    return words.isEmpty() ? noise(random) : pick(words, random);
  }

  /** Nesting and length: the same piece very often. */
  private byte[] repeated(SplittableRandom random) {
    byte[] word = word(random);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = random.nextInt(LONGEST_REPEAT); i >= 0; i--) {
      out.writeBytes(word);
    }
    return out.toByteArray();
  }

  /** Another number in the place of the next one, in text; in binary, an integer of eight bytes. */
  private static byte[] number(byte[] bytes, int at, SplittableRandom random) {
    int from = at;
    while (from < bytes.length && !isDigit(bytes[from])) {
      from++;
    }
    int to = from;
    while (to < bytes.length && (isDigit(bytes[to]) || "+-.eE".indexOf(bytes[to]) >= 0)) {
      to++;
    }
    if (from == to) {
      return bytes;
    }
    return replace(bytes, from, to, pick(NUMBERS, random).getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /** One of them. */
  public static <T> T pick(List<T> values, SplittableRandom random) {
    return values.get(random.nextInt(values.size()));
  }

  private static byte pick(byte[] values, SplittableRandom random) {
    return values[random.nextInt(values.length)];
  }
}
