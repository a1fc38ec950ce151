/**
 * What commands ask a running engine over HTTP.
 *
 * <p>Anything that changes an engine may not be here: its interface is read-only.
 */
package io.kahkm.cli.http;
