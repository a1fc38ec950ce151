/**
 * What accepting a new normal is worth: simulated and recorded plants through the commands of the
 * product, which take files: temporary ones are written here and removed. A clock, brokers, and
 * figures or rows of a recording may not be here.
 */
package io.kahkm.reproduce.acceptance;
