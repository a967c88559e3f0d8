import type { Variables } from './variable.ts'

export const STATIONS = {
  STATION_SOURCES: {
    group: 'Stations',
    type: 'some of `aviation-weather`, `bright-sky`, `nws`, separated by commas, or `none`',
    default: null,
    defaultNote: 'all of them, unless the weather is simulated',
    meaning:
      'Sources of what stations measure, which becomes the current weather of places nearby. None needs a key; each is read for the areas in which somebody is interested (docs/stations.md)',
  },
  STATION_HEIGHT_CORRECTION: {
    group: 'Stations',
    type: 'switch',
    default: 'on',
    meaning:
      'Whether a temperature is adjusted to the height of the place, by 6.5 °C per kilometre, where the two differ by more than 50 m and are known; answers say so',
  },
} as const satisfies Variables
