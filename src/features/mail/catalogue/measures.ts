import {
  MM_PER_INCH,
  TRACE_MM_PER_HOUR,
  type UnitSystem,
  estimateSnowDepth,
  getUnitWriter,
  getWaveUnit,
  roundHalfAway,
} from '@isobar/weather'
import type { MailWords } from './words.ts'

/** Formats canonical measurements for people: few digits, with the unit unless it is stated beside them. Null stays null. */
export type Measures = ReturnType<typeof buildMeasures>

interface Write {
  (value: number): string
  (value: number | null): string | null
}

/** A no-break space: SI Brochure 5.4.3 puts a space between number and unit. */
const SPACE = '\u00a0'

/** The formatters for a language and a unit system. They take canonical units. */
export function buildMeasures(words: MailWords, units: UnitSystem) {
  const { labels, ...convert } = getUnitWriter(units)
  const fine = labels.precipitation === 'in' ? 2 : 1
  const write = (conversion: (value: number | null) => number | null, decimals: number, suffix: string): Write =>
    ((value: number | null) => {
      const converted = conversion(value)
      if (converted === null) return null
      return words.isolate(`${words.number(roundHalfAway(converted, decimals), decimals)}${suffix}`)
    }) as Write
  const precipitation = write(convert.precipitation, fine, `${SPACE}${labels.precipitation}`)
  const snowDepth = (mm: number): string | null => {
    const [depth, unit] = labels.snow === 'in' ? [mm / MM_PER_INCH, 'in'] : [mm / 10, 'cm']
    const decimals = depth < (unit === 'in' ? 2 : 1) ? 1 : 0
    return depth < 0.1 ? null : words.isolate(`${words.number(depth, decimals)}${SPACE}${unit}`)
  }
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
    /**
     * `4.2 mm`; with snow in it, `about 5 cm (4.2 mm as water)`, from the amount, its snow as water in mm, and the temperature in °C for the
     * estimate of its depth.
     */
    precipitationWithSnow: (value: number | null, snow: number | null, temperature: number | null): string | null => {
      const amount = precipitation(value)
      if (amount === null || value === null || snow === null || snow <= 0) return amount
      const depth = snowDepth(estimateSnowDepth(snow, temperature))
      if (depth === null) return words.t('measure.asWater', { amount })
      return words.t(value - snow >= TRACE_MM_PER_HOUR ? 'outlook.mixedAmount' : 'outlook.snowAmount', { depth, amount })
    },
    /** `12 cm`, `5 in`, from millimetres of depth; null: too little. */
    snowDepth,
    /** `4.2 mm/h`. */
    precipitationRate: write(convert.precipitation, fine, `${SPACE}${labels.precipitation}/h`),
    /** `2.5 m`, `8 ft`: the height of waves. */
    waves: write(convert.waveHeight, getWaveUnit(units) === 'ft' ? 0 : 1, `${SPACE}${getWaveUnit(units)}`),
    /** `7`, without a unit. */
    uvIndex: write((value) => value, 0, ''),
  }
}
