import { roundHalfAway } from '../../../domain/round.ts'
import { type UnitSystem, unitWriter, waveUnit } from '../../../domain/units.ts'
import type { MailWords } from './words.ts'

/** Formats canonical measurements for people: few digits, with the unit unless it is stated beside them. Null stays null. */
export interface Measures {
  /** `°C`. */
  readonly temperatureUnit: string
  /** `14 °C`. */
  readonly temperature: Write
  /** `14°`, for tables that state the unit. */
  readonly degrees: Write
  /** From a mean error in K: `1.2 °C`. */
  readonly temperatureDifference: Write
  /** `65 km/h`, from m/s. */
  readonly wind: Write
  /** `4.2 mm`. */
  readonly precipitation: Write
  /** `4.2 mm as water`: an amount with snow in it, which is not the depth that readers expect. */
  readonly snow: Write
  /** `4.2 mm/h`. */
  readonly precipitationRate: Write
  /** `2.5 m`, `8 ft`: the height of waves. */
  readonly waves: Write
  /** `7`, without a unit. */
  readonly uvIndex: Write
}

interface Write {
  (value: number): string
  (value: number | null): string | null
}

/** A no-break space: SI Brochure 5.4.3 puts a space between number and unit. */
const SPACE = '\u00a0'

/** The formatters for a language and a unit system. They take canonical units. */
export function measuresOf(words: MailWords, units: UnitSystem): Measures {
  const { labels, ...convert } = unitWriter(units)
  const fine = labels.precipitation === 'in' ? 2 : 1
  const write = (conversion: (value: number | null) => number | null, decimals: number, suffix: string): Write =>
    ((value: number | null) => {
      const converted = conversion(value)
      if (converted === null) return null
      return words.isolate(`${words.number(roundHalfAway(converted, decimals), decimals)}${suffix}`)
    }) as Write
  const precipitation = write(convert.precipitation, fine, `${SPACE}${labels.precipitation}`)
  return {
    temperatureUnit: words.isolate(labels.temperature),
    temperature: write(convert.temperature, 0, `${SPACE}${labels.temperature}`),
    degrees: write(convert.temperature, 0, '°'),
    temperatureDifference: write(convert.temperatureDifference, 1, `${SPACE}${labels.temperature}`),
    wind: write(convert.windSpeed, 0, `${SPACE}${labels.windSpeed}`),
    precipitation,
    snow: ((value: number | null) => {
      const amount = precipitation(value)
      return amount === null ? null : words.t('measure.asWater', { amount })
    }) as Write,
    precipitationRate: write(convert.precipitation, fine, `${SPACE}${labels.precipitation}/h`),
    waves: write(convert.waveHeight, waveUnit(units) === 'ft' ? 0 : 1, `${SPACE}${waveUnit(units)}`),
    uvIndex: write((value) => value, 0, ''),
  }
}
