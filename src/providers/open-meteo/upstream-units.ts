import { roundHalfAway } from '../../domain/round.ts'

export type Dimension = 'temperature' | 'speed' | 'amount' | 'snowfall' | 'length' | 'percent' | 'plain'

const asSent = (value: number) => value
/** Upstream values have one to three decimals; four keep them distinct after a conversion and remove float noise. */
const rounded = (convert: (value: number) => number) => (value: number) => roundHalfAway(convert(value), 4)

/**
 * From the units that a response may state to the canonical ones. 7 cm of snow are 10 mm of water (documentation), so snowfall is rounded
 * to two decimals. `plain` has one unit only, whose name varies (`''`, `wmo code`, `fraction`, `hPa`, `°`).
 */
const CONVERSIONS: Readonly<Record<Exclude<Dimension, 'plain'>, Readonly<Record<string, (value: number) => number>>>> = {
  temperature: { '°C': asSent, '°F': rounded((fahrenheit) => (fahrenheit - 32) / 1.8) },
  speed: {
    'm/s': asSent,
    'km/h': rounded((kmh) => kmh / 3.6),
    'mp/h': rounded((mph) => mph * 0.44704),
    mph: rounded((mph) => mph * 0.44704),
    kn: rounded((knots) => (knots * 1_852) / 3_600),
  },
  amount: { mm: asSent, inch: rounded((inches) => inches * 25.4) },
  snowfall: { cm: (cm) => roundHalfAway(cm / 0.7, 2), inch: (inches) => roundHalfAway((inches * 2.54) / 0.7, 2) },
  length: { m: asSent, ft: rounded((feet) => feet * 0.3048) },
  percent: { '%': asSent },
}

/** The unit that we request, assumed for a response that states none. */
const ASKED = { temperature: '°C', speed: 'm/s', amount: 'mm', snowfall: 'cm', length: 'm', percent: '%' } as const

/** The conversion to the canonical unit; null for an unknown unit, whose numbers would be wrong. */
export function conversion(dimension: Dimension, unit: unknown): ((value: number) => number) | null {
  if (dimension === 'plain') return asSent
  const known = CONVERSIONS[dimension]
  const name = unit ?? ASKED[dimension]
  return typeof name === 'string' && Object.hasOwn(known, name) ? (known[name] ?? null) : null
}
