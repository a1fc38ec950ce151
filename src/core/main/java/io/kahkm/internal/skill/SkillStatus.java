package io.kahkm.internal.skill;

import java.util.OptionalDouble;

/**
 * What is known of the skill of one horizon's forecasts beside one reference.
 *
 * @param reference what they are compared with: {@link SkillReference#label}, or the name of
 *     another forecaster
 * @param level alpha of this claim alone: the stream's level over its number of claims
 * @param certified largest share by which the forecasts are better, in capped loss, with confidence
 *     1 - level at every moment at once; empty where not even 0 is certified
 * @param observed share by which they were better in the outcomes so far; empty before the first
 * @param outcomes outcomes that entered the evidence, at least 0
 * @param wanted share for which {@code more} counts: the largest listed one of at most half of the
 *     observed share; empty where the forecasts were not better
 * @param more about how many more outcomes would certify {@code wanted} if they are like those so
 *     far, 0 where it is certified; empty without {@code wanted}
 * @param lost whether the reference is certified to be better over the recent outcomes
 */
public record SkillStatus(
    String reference,
    double level,
    OptionalDouble certified,
    OptionalDouble observed,
    long outcomes,
    OptionalDouble wanted,
    OptionalDouble more,
    boolean lost) {}
