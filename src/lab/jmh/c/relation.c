/*
 * The physical limit of RelationBenchmark.statistic: the same operations on readings of 8 and 52
 * sensors, r = x(t) - offset - W' x(t - 1), u = L' r, R = |u|^2 / n, on aligned memory.
 *
 *   gcc -O3 -march=native -ffast-math -o relation relation.c -lm && ./relation
 *
 * Prints microseconds of processor time per reading, the least of 25 rounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROWS 1024
#define MOST 56

static double weights[MOST][MOST] __attribute__((aligned(64)));
static double factor[MOST][MOST] __attribute__((aligned(64)));
static double offset[MOST] __attribute__((aligned(64)));
static double rows[ROWS][MOST] __attribute__((aligned(64)));

/* Inlined with a constant number of sensors, so that the compiler unrolls as it likes. */
static inline __attribute__((always_inline)) double statistic(
    const double *before, const double *now, int sensors) {
  double r[MOST] __attribute__((aligned(64)));
  double u[MOST] __attribute__((aligned(64)));
  for (int j = 0; j < sensors; j++) {
    r[j] = now[j] - offset[j];
    u[j] = 0;
  }
  for (int i = 0; i < sensors; i++) {
    for (int j = 0; j < sensors; j++) {
      r[j] -= before[i] * weights[i][j];
    }
  }
  for (int i = 0; i < sensors; i++) {
    for (int j = 0; j <= i; j++) {
      u[j] += r[i] * factor[i][j];
    }
  }
  double sum = 0;
  for (int j = 0; j < sensors; j++) {
    sum += u[j] * u[j];
  }
  return sum / sensors;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

static inline __attribute__((always_inline)) void measure(int sensors) {
  double best = 1e9;
  double total = 0;
  for (int round = 0; round < 25; round++) {
    double start = seconds();
    for (int repeat = 0; repeat < 40; repeat++) {
      for (int t = 1; t < ROWS; t++) {
        total += statistic(rows[t - 1], rows[t], sensors);
      }
    }
    double took = (seconds() - start) * 1e6 / (40.0 * (ROWS - 1));
    best = took < best ? took : best;
  }
  printf("%d sensors: %.3f us (mean R %.3g)\n", sensors, best, total / (25 * 40.0 * (ROWS - 1)));
}

int main(void) {
  srand48(1);
  for (int i = 0; i < MOST; i++) {
    for (int j = 0; j < MOST; j++) {
      weights[i][j] = (i == j ? 0.5 : 0.01) * (drand48() - 0.5);
      factor[i][j] = i == j ? 1 : 0.05 * (drand48() - 0.5);
    }
  }
  for (int t = 0; t < ROWS; t++) {
    for (int j = 0; j < MOST; j++) {
      rows[t][j] = 2 * drand48() - 1;
    }
  }
  measure(8);
  measure(52);
  return 0;
}
