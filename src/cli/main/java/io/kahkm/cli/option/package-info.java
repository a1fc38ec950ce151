/**
 * Options that commands of all kinds share: help, version, an engine's address, a client's files,
 * leave to replace a file. What only commands on recordings ask for may not be here, nor commands.
 */
package io.kahkm.cli.option;
