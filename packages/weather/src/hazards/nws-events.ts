import { normaliseTitle } from './event-words.ts'
import type { Hazard } from './hazard.ts'

/**
 * The products of the US National Weather Service and of agencies that it relays, by the exact `event` of its API (`/alerts/types`, plus
 * names from earlier years), grouped by hazard.
 *
 * Tornadoes come from thunderstorms, so subscribers to thunderstorms get both. Winter storms and winter weather are snow, ice or both.
 * Gale, Storm and Hurricane Force Wind are marine products. A hurricane brings wind; a storm surge is a flood caused by one.
 */
const EVENTS: readonly (readonly [hazards: readonly Hazard[], events: readonly string[]])[] = [
  [
    ['tornado', 'thunderstorm'],
    ['Tornado Warning', 'Tornado Watch'],
  ],
  [['thunderstorm'], ['Severe Thunderstorm Warning', 'Severe Thunderstorm Watch', 'Severe Weather Statement']],
  [['marine', 'thunderstorm'], ['Special Marine Warning']],
  [
    ['hurricane', 'wind'],
    [
      'Hurricane Warning',
      'Hurricane Watch',
      'Hurricane Wind Warning',
      'Hurricane Wind Watch',
      'Typhoon Warning',
      'Typhoon Watch',
      'Tropical Storm Warning',
      'Tropical Storm Watch',
      'Tropical Storm Wind Warning',
      'Tropical Storm Wind Watch',
      'Extreme Wind Warning',
    ],
  ],
  [
    ['hurricane'],
    [
      'Hurricane Local Statement',
      'Typhoon Local Statement',
      'Tropical Storm Local Statement',
      'Tropical Depression Local Statement',
      'Tropical Cyclone Local Statement',
      'Tropical Cyclone Statement',
    ],
  ],
  [
    ['hurricane', 'flood'],
    ['Storm Surge Warning', 'Storm Surge Watch'],
  ],
  [
    ['flood'],
    [
      'Flash Flood Warning',
      'Flash Flood Watch',
      'Flash Flood Statement',
      'Flash Flood Advisory',
      'Flood Warning',
      'Flood Watch',
      'Flood Advisory',
      'Flood Statement',
      'Areal Flood Warning',
      'Areal Flood Watch',
      'Areal Flood Advisory',
      'Arroyo And Small Stream Flood Advisory',
      'Small Stream Flood Advisory',
      'Urban And Small Stream Flood Advisory',
      'Coastal Flood Warning',
      'Coastal Flood Watch',
      'Coastal Flood Advisory',
      'Coastal Flood Statement',
      'Lakeshore Flood Warning',
      'Lakeshore Flood Watch',
      'Lakeshore Flood Advisory',
      'Lakeshore Flood Statement',
      'Hydrologic Advisory',
      'Hydrologic Outlook',
      'Dam Break Warning',
    ],
  ],
  [
    ['flood', 'marine'],
    ['Tsunami Warning', 'Tsunami Watch', 'Tsunami Advisory'],
  ],
  [
    ['snow', 'ice'],
    ['Winter Storm Warning', 'Winter Storm Watch', 'Winter Storm Outlook', 'Winter Weather Advisory', 'Sleet Advisory', 'Sleet Warning'],
  ],
  [
    ['snow', 'wind'],
    ['Blizzard Warning', 'Blizzard Watch', 'Blowing Snow Advisory', 'Snow And Blowing Snow Advisory', 'Ground Blizzard Warning'],
  ],
  [
    ['snow'],
    [
      'Heavy Snow Warning',
      'Snow Advisory',
      'Snow Squall Warning',
      'Lake Effect Snow Warning',
      'Lake Effect Snow Watch',
      'Lake Effect Snow Advisory',
    ],
  ],
  [['ice'], ['Ice Storm Warning', 'Freezing Rain Advisory', 'Freezing Drizzle Advisory']],
  [['ice', 'fog'], ['Freezing Fog Advisory']],
  [['fog'], ['Dense Fog Advisory']],
  [['wind'], ['High Wind Warning', 'High Wind Watch', 'Wind Advisory', 'Lake Wind Advisory']],
  [
    ['marine', 'wind'],
    [
      'Gale Warning',
      'Gale Watch',
      'Storm Warning',
      'Storm Watch',
      'Hurricane Force Wind Warning',
      'Hurricane Force Wind Watch',
      'Brisk Wind Advisory',
      'Small Craft Advisory For Winds',
    ],
  ],
  [
    ['marine'],
    [
      'Small Craft Advisory',
      'Small Craft Advisory For Hazardous Seas',
      'Small Craft Advisory For Rough Bar',
      'Hazardous Seas Warning',
      'Hazardous Seas Watch',
      'Heavy Freezing Spray Warning',
      'Heavy Freezing Spray Watch',
      'Freezing Spray Advisory',
      'High Surf Warning',
      'High Surf Advisory',
      'Rip Current Statement',
      'Beach Hazards Statement',
      'Marine Weather Statement',
      'Low Water Advisory',
    ],
  ],
  [
    ['heat'],
    [
      'Excessive Heat Warning',
      'Excessive Heat Watch',
      'Extreme Heat Warning',
      'Extreme Heat Watch',
      'Excessive Heat Outlook',
      'Heat Advisory',
    ],
  ],
  [
    ['cold'],
    [
      'Extreme Cold Warning',
      'Extreme Cold Watch',
      'Cold Weather Advisory',
      'Wind Chill Warning',
      'Wind Chill Watch',
      'Wind Chill Advisory',
      'Freeze Warning',
      'Freeze Watch',
      'Hard Freeze Warning',
      'Hard Freeze Watch',
      'Frost Advisory',
    ],
  ],
  [
    ['airQuality'],
    [
      'Air Quality Alert',
      'Air Stagnation Advisory',
      'Dense Smoke Advisory',
      'Ashfall Warning',
      'Ashfall Advisory',
      'Dust Storm Warning',
      'Blowing Dust Warning',
      'Blowing Dust Advisory',
      'Dust Advisory',
    ],
  ],
  [['forestFire'], ['Red Flag Warning', 'Fire Weather Watch', 'Fire Warning', 'Extreme Fire Danger']],
  [['avalanche'], ['Avalanche Warning', 'Avalanche Watch', 'Avalanche Advisory']],
  [
    [],
    [
      '911 Telephone Outage',
      '911 Telephone Outage Emergency',
      'Blue Alert',
      'Child Abduction Emergency',
      'Civil Danger Warning',
      'Civil Emergency Message',
      'Earthquake Warning',
      'Evacuation - Immediate',
      'Evacuation Immediate',
      'Hazardous Materials Warning',
      'Hazardous Weather Outlook',
      'Law Enforcement Warning',
      'Local Area Emergency',
      'Missing Endangered Persons',
      'Nuclear Power Plant Warning',
      'Radiological Hazard Warning',
      'Shelter In Place Warning',
      'Special Weather Statement',
      'Volcano Warning',
    ],
  ],
]

/** Products that warn of nothing: tests, notes between offices, the forecast of the next hours. */
const NO_WARNINGS: ReadonlySet<string> = new Set(
  [
    'Administrative Message',
    'Demo Warning',
    'National Periodic Test',
    'Network Message Notification',
    'Practice/Demo Warning',
    'Required Monthly Test',
    'Required Weekly Test',
    'Short Term Forecast',
    'Test',
  ].map(normaliseTitle),
)

const HAZARDS_OF_EVENT: ReadonlyMap<string, readonly Hazard[]> = new Map(
  EVENTS.flatMap(([hazards, events]) => events.map((event) => [normaliseTitle(event), hazards] as const)),
)

/** The hazards of a product, empty if none of the list applies; null for a name that the service does not use. */
export function findNwsEventHazards(title: string): readonly Hazard[] | null {
  return HAZARDS_OF_EVENT.get(title) ?? (NO_WARNINGS.has(title) ? [] : null)
}

/** Whether a product of that exact name warns of nothing. */
export function isNoNwsWarning(title: string): boolean {
  return NO_WARNINGS.has(title)
}
