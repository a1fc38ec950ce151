/** What commands ask a running engine over HTTP. */
package io.kahkm.cli.http;
