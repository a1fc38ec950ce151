/**
 * Libraries of other projects as peers of {@code bench --peers}. What compares them may not be
 * here, and nothing may depend on this.
 */
package io.kahkm.peers;
