package io.kahkm.internal.monitor.status;

import java.util.Optional;

/**
 * The alarm channels of a stream.
 *
 * @param novelty how far the last state is from what the map knows
 * @param relation the relation channel, absent where the model has none
 * @param sensors the sensor channel, absent where the model has none
 * @param evidence mean evidence of all channels against normal operation, 0 where the model gathers
 *     none
 */
public record ChannelStatus(
    NoveltyStatus novelty,
    Optional<RelationStatus> relation,
    Optional<SensorStatus> sensors,
    double evidence) {}
