/**
 * Tells people of incidents: by e-mail, Slack, Microsoft Teams and a webhook. Each channel is a
 * consumer group of its own on the incidents topic, so that one that fails holds back no other. How
 * incidents come about and what they say may not be here.
 */
@NullMarked
package io.kahkm.alert;

import org.jspecify.annotations.NullMarked;
