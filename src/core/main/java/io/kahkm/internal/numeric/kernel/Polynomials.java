package io.kahkm.internal.numeric.kernel;

/**
 * Constants of {@link DeterministicMath}, shared with the vectorized functions that give the same
 * bits.
 *
 * <pre>
 * EXP_k    of r^k in 2^r, minimax for r from -1/2 to 1/2; EXP_0 is 1
 * ATANH_k  of s^2k in (atanh(s) - s) / s^3, the power series: with |s| below 0.172 the rest is below 2^-58
 * ASIN_k   of z^2k in (asin(z) - z) / z^3, minimax for z from 0 to 1/2
 * X_REST   what the double X leaves of the constant
 * </pre>
 */
public final class Polynomials {
  /** Adding it rounds a small double to an integer, ties to even, held in the low bits. */
  public static final double ROUND = 0x1.8p52;

  public static final double LOG2_E = 0x1.71547652b82fep0;
  public static final double LOG2_E_REST = 0x1.777d0ffda0d24p-56;
  public static final double HALF_PI = 0x1.921fb54442d18p0;
  public static final double HALF_PI_REST = 0x1.1a62633145c07p-54;
  public static final double SQRT_2 = 0x1.6a09e667f3bcdp0;

  public static final double EXP_1 = 0x1.62e42fefa39efp-1;
  public static final double EXP_2 = 0x1.ebfbdff82c598p-3;
  public static final double EXP_3 = 0x1.c6b08d704a0c2p-5;
  public static final double EXP_4 = 0x1.3b2ab6fba1ddap-7;
  public static final double EXP_5 = 0x1.5d87fe78a5276p-10;
  public static final double EXP_6 = 0x1.430913096fd9fp-13;
  public static final double EXP_7 = 0x1.ffcbfc670dcd4p-17;
  public static final double EXP_8 = 0x1.62bfd47773353p-20;
  public static final double EXP_9 = 0x1.b524fae627834p-24;
  public static final double EXP_10 = 0x1.e6063f7217bc6p-28;
  public static final double EXP_11 = 0x1.e9d3fe3952179p-32;

  public static final double ATANH_0 = 1.0 / 3;
  public static final double ATANH_1 = 1.0 / 5;
  public static final double ATANH_2 = 1.0 / 7;
  public static final double ATANH_3 = 1.0 / 9;
  public static final double ATANH_4 = 1.0 / 11;
  public static final double ATANH_5 = 1.0 / 13;
  public static final double ATANH_6 = 1.0 / 15;
  public static final double ATANH_7 = 1.0 / 17;
  public static final double ATANH_8 = 1.0 / 19;
  public static final double ATANH_9 = 1.0 / 21;
  public static final double ATANH_10 = 1.0 / 23;

  public static final double ASIN_0 = 0x1.5555555555556p-3;
  public static final double ASIN_1 = 0x1.3333333332ecap-4;
  public static final double ASIN_2 = 0x1.6db6db6e31f13p-5;
  public static final double ASIN_3 = 0x1.f1c71c1db0623p-6;
  public static final double ASIN_4 = 0x1.6e8bb1c8209a2p-6;
  public static final double ASIN_5 = 0x1.1c4d35cf95421p-6;
  public static final double ASIN_6 = 0x1.c9cf07674736ap-7;
  public static final double ASIN_7 = 0x1.782651caa6547p-7;
  public static final double ASIN_8 = 0x1.52420b04b37bep-7;
  public static final double ASIN_9 = 0x1.65a9c4dfcf8b2p-8;
  public static final double ASIN_10 = 0x1.1d189408314eep-6;
  public static final double ASIN_11 = -0x1.e6aaa8a0a04ccp-7;
  public static final double ASIN_12 = 0x1.d72b2bc8155f8p-6;

  private Polynomials() {}
}
