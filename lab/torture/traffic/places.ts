import type { Random } from '../../../tools/random.ts'

export interface Place {
  readonly name: string
  readonly lat: number
  readonly lon: number
}

const KNOWN: readonly Place[] = [
  { name: 'Berlin', lat: 52.52, lon: 13.41 },
  { name: 'Paris', lat: 48.8566, lon: 2.3522 },
  { name: 'New York', lat: 40.7128, lon: -74.006 },
  { name: 'Oklahoma City', lat: 35.4676, lon: -97.5164 },
  { name: 'Nairobi', lat: -1.2864, lon: 36.8172 },
  { name: 'Sydney', lat: -33.8688, lon: 151.2093 },
  { name: 'Tokyo', lat: 35.6762, lon: 139.6503 },
  { name: 'Reykjavik', lat: 64.1466, lon: -21.9426 },
  { name: 'Quito', lat: -0.1807, lon: -78.4678 },
  { name: 'Suva', lat: -18.1248, lon: 178.4501 },
]

/** Mostly a place that others request too. */
export function anyPlace(random: Random): Place {
  if (random.next() < 0.6) return random.pick(KNOWN)
  const lat = random.between(-8_900, 8_900) / 100
  const lon = random.between(-17_900, 17_900) / 100
  return { name: `Place ${lat} ${lon}`, lat, lon }
}

export const knownPlace = (random: Random): Place => random.pick(KNOWN)

/** One of many visitors, by address. */
export const visitor = (random: Random): string => `203.0.113.${random.between(1, 60)}`
