/**
 * Topics as commands read and fill them, with a plain consumer and a plain producer.
 *
 * <p>Stream processing may not be here: that is the engine's.
 */
package io.kahkm.cli.topic;
