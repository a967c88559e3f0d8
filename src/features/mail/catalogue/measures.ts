import { roundHalfAway } from '../../../domain/round.ts'
import { type UnitSystem, unitWriter, waveUnit } from '../../../domain/units.ts'
import type { MailWords } from './words.ts'

/** Formats canonical measurements for people: few digits, with the unit unless it is stated beside them. Null stays null. */
export type Measures = ReturnType<typeof measuresOf>

interface Write {
  (value: number): string
  (value: number | null): string | null
}

/** A no-break space: SI Brochure 5.4.3 puts a space between number and unit. */
const SPACE = '\u00a0'

/** The formatters for a language and a unit system. They take canonical units. */
export function measuresOf(words: MailWords, units: UnitSystem) {
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
    /** `°C`. */
    temperatureUnit: words.isolate(labels.temperature),
    /** `14 °C`. */
    temperature: write(convert.temperature, 0, `${SPACE}${labels.temperature}`),
    /** `14°`, for tables that state the unit. */
    degrees: write(convert.temperature, 0, '°'),
    /** From a mean error in K: `1.2 °C`. */
    temperatureDifference: write(convert.temperatureDifference, 1, `${SPACE}${labels.temperature}`),
    /** `65 km/h`, from m/s. */
    wind: write(convert.windSpeed, 0, `${SPACE}${labels.windSpeed}`),
    /** `4.2 mm`. */
    precipitation,
    /** `4.2 mm as water`: an amount with snow in it, which is not the depth that readers expect. */
    snow: ((value: number | null) => {
      const amount = precipitation(value)
      return amount === null ? null : words.t('measure.asWater', { amount })
    }) as Write,
    /** `4.2 mm/h`. */
    precipitationRate: write(convert.precipitation, fine, `${SPACE}${labels.precipitation}/h`),
    /** `2.5 m`, `8 ft`: the height of waves. */
    waves: write(convert.waveHeight, waveUnit(units) === 'ft' ? 0 : 1, `${SPACE}${waveUnit(units)}`),
    /** `7`, without a unit. */
    uvIndex: write((value) => value, 0, ''),
  }
}
