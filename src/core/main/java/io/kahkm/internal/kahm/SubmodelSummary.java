package io.kahkm.internal.kahm;

/**
 * What a person wants to know of one submodel.
 *
 * @param classIndex 0-based reference class
 * @param block 0-based block within the class
 * @param start first sample of the block within the class, in input order
 * @param stop one past the last sample
 * @param references number of reference samples N
 * @param encodingDimension number of retained encoding directions, from 1 to 20
 * @param meanSquare mean square of the reference values, |X|_F^2 / (n N)
 * @param lambda regularization parameter in use
 * @param iterations iterations that found it
 */
public record SubmodelSummary(
    int classIndex,
    int block,
    int start,
    int stop,
    int references,
    int encodingDimension,
    double meanSquare,
    double lambda,
    int iterations) {}
