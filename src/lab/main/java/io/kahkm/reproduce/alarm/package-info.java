/**
 * What alarms are worth: false pages of simulated plants, fleets that wear out, and recorded plants
 * through the commands of the product, which take files: temporary ones are written here and
 * removed. A clock, brokers, and figures or rows of a recording may not be here.
 */
package io.kahkm.reproduce.alarm;
