/**
 * Faults of single sensors, put into recordings of real plants and looked for by the commands of
 * the product. What computes an alarm may not be here.
 */
package io.kahkm.reproduce.fault;
