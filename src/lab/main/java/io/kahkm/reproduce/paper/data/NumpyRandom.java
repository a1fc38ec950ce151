package io.kahkm.reproduce.paper.data;

import io.kahkm.internal.numeric.RandomNumbers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The numbers of numpy's {@code default_rng(seed)}, with which the paper's data were made: PCG64
 * (XSL-RR 128/64) seeded through SeedSequence, uniforms from the upper 53 bits, bounded integers by
 * Lemire's method on 32-bit halves, Gaussians by the ziggurat method with numpy's tables. Mutable,
 * for one thread.
 *
 * <p>Uniforms and integers are numpy's bit for bit. So are Gaussians but for about one in a
 * hundred, whose acceptance or tail takes a logarithm or exponential that may differ in its last
 * bit.
 */
public final class NumpyRandom implements RandomNumbers {
  private static final double TWO_POWER_MINUS_53 = 0x1.0p-53;
  private static final long MASK_32 = 0xffffffffL;
  private static final long MULTIPLIER_HIGH = 0x2360ed051fc65da4L;
  private static final long MULTIPLIER_LOW = 0x4385df649fccf645L;
  private static final int ZIGGURAT_LAYERS = 256;
  private static final double ZIGGURAT_TAIL = 3.654152885361009;
  private static final double ZIGGURAT_TAIL_INVERSE = 0.2736612373297583;
  private static final long MASK_52 = 0xfffffffffffffL;
  private static final Ziggurat ZIGGURAT = Ziggurat.read();

  private long high;
  private long low;
  private final long incrementHigh;
  private final long incrementLow;
  private int spareHalf;
  private boolean hasSpareHalf;

  /**
   * Starts the sequence of {@code default_rng(seed)}.
   *
   * @param seed at least 0
   */
  public NumpyRandom(long seed) {
    if (seed < 0) {
      throw new IllegalArgumentException("seed is " + seed + ", must be at least 0");
    }
    long[] words = new SeedSequence(seed).words(4);
    incrementHigh = words[2] << 1 | words[3] >>> 63;
    incrementLow = words[3] << 1 | 1;
    step();
    add(words[0], words[1]);
    step();
  }

  private void step() {
    long productHigh =
        unsignedMultiplyHigh(low, MULTIPLIER_LOW) + high * MULTIPLIER_LOW + low * MULTIPLIER_HIGH;
    low *= MULTIPLIER_LOW;
    high = productHigh;
    add(incrementHigh, incrementLow);
  }

  private void add(long addHigh, long addLow) {
    long sum = low + addLow;
    high += addHigh + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
    low = sum;
  }

  /** The upper half of the unsigned product; the platform has this from Java 18 on. */
  private static long unsignedMultiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
  }

  private long nextLong() {
    step();
    return Long.rotateRight(high ^ low, (int) (high >>> 58));
  }

  private int nextHalf() {
    if (hasSpareHalf) {
      hasSpareHalf = false;
      return spareHalf;
    }
    long bits = nextLong();
    hasSpareHalf = true;
    spareHalf = (int) (bits >>> 32);
    return (int) bits;
  }

  @Override
  public double nextUniform() {
    return (nextLong() >>> 11) * TWO_POWER_MINUS_53;
  }

  @Override
  public int nextInt(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("bound is " + bound + ", at least 1 is needed");
    }
    if (bound == 1) {
      return 0;
    }
    long product = (nextHalf() & MASK_32) * bound;
    if ((product & MASK_32) < bound) {
      long threshold = ((1L << 32) - bound) % bound;
      while ((product & MASK_32) < threshold) {
        product = (nextHalf() & MASK_32) * bound;
      }
    }
    return (int) (product >>> 32);
  }

  @Override
  public double nextGaussian() {
    while (true) {
      long bits = nextLong();
      int layer = (int) (bits & 0xff);
      boolean negative = (bits >>> 8 & 1) != 0;
      long magnitude = bits >>> 9 & MASK_52;
      double x = magnitude * ZIGGURAT.width[layer];
      if (magnitude < ZIGGURAT.acceptance[layer]) {
        return negative ? -x : x;
      }
      if (layer == 0) {
        return tail((magnitude >>> 8 & 1) != 0);
      }
      double height = ZIGGURAT.density[layer - 1] - ZIGGURAT.density[layer];
      if (height * nextUniform() + ZIGGURAT.density[layer] < StrictMath.exp(-0.5 * x * x)) {
        return negative ? -x : x;
      }
    }
  }

  private double tail(boolean negative) {
    while (true) {
      double x = -ZIGGURAT_TAIL_INVERSE * StrictMath.log1p(-nextUniform());
      double y = -StrictMath.log1p(-nextUniform());
      if (y + y > x * x) {
        return negative ? -(ZIGGURAT_TAIL + x) : ZIGGURAT_TAIL + x;
      }
    }
  }

  /** numpy's tables: they are not the exactly computed ones in the last bits. */
  private static final class Ziggurat {
    private static final String RESOURCE = "/paper/ziggurat.csv";

    private final long[] acceptance = new long[ZIGGURAT_LAYERS];
    private final double[] width = new double[ZIGGURAT_LAYERS];
    private final double[] density = new double[ZIGGURAT_LAYERS];

    static Ziggurat read() {
      Ziggurat tables = new Ziggurat();
      try (InputStream bytes = NumpyRandom.class.getResourceAsStream(RESOURCE);
          BufferedReader reader =
              new BufferedReader(new InputStreamReader(bytes, StandardCharsets.US_ASCII))) {
        reader.lines().skip(1).map(line -> line.split(",", -1)).forEach(tables::put);
      } catch (IOException e) {
        throw new UncheckedIOException("packaged file " + RESOURCE + " cannot be read", e);
      }
      return tables;
    }

    private void put(String[] row) {
      int layer = Integer.parseInt(row[0]);
      acceptance[layer] = Long.parseLong(row[1]);
      width[layer] = Double.parseDouble(row[2]);
      density[layer] = Double.parseDouble(row[3]);
    }
  }

  /** numpy's SeedSequence for one integer: spreads it over a pool of four words. */
  private static final class SeedSequence {
    private static final int POOL = 4;
    private static final int INITIAL_A = 0x43b0d7e5;
    private static final int MULTIPLIER_A = 0x931e8875;
    private static final int INITIAL_B = 0x8b51f9dd;
    private static final int MULTIPLIER_B = 0x58f38ded;
    private static final int MIX_LEFT = 0xca01f9dd;
    private static final int MIX_RIGHT = 0x4973f715;
    private static final int SHIFT = 16;

    private final int[] pool = new int[POOL];
    private int hash = INITIAL_A;

    SeedSequence(long seed) {
      int[] entropy = {(int) seed, (int) (seed >>> 32)};
      for (int i = 0; i < POOL; i++) {
        pool[i] = hashed(i < entropy.length ? entropy[i] : 0);
      }
      for (int source = 0; source < POOL; source++) {
        for (int target = 0; target < POOL; target++) {
          if (source != target) {
            pool[target] = mixed(pool[target], hashed(pool[source]));
          }
        }
      }
    }

    private int hashed(int value) {
      int result = value ^ hash;
      hash *= MULTIPLIER_A;
      result *= hash;
      return result ^ result >>> SHIFT;
    }

    private static int mixed(int x, int y) {
      int result = MIX_LEFT * x - MIX_RIGHT * y;
      return result ^ result >>> SHIFT;
    }

    /** The first 64-bit words, the lower half of each drawn first. */
    long[] words(int count) {
      long[] words = new long[count];
      int state = INITIAL_B;
      for (int i = 0; i < 2 * count; i++) {
        int value = pool[i % POOL] ^ state;
        state *= MULTIPLIER_B;
        value *= state;
        value ^= value >>> SHIFT;
        words[i / 2] |= (value & MASK_32) << (32 * (i % 2));
      }
      return words;
    }
  }
}
