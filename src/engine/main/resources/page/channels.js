// The alarms that an incident can come from, in words; the keys are those of the API.
export const CHANNELS = [
  ['map', 'Unlike the recording'],
  ['relations', 'Sensors disagree'],
  ['sensors', 'Sensor faulty'],
];
