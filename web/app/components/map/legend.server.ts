import { getAreaMessages, getTranslator } from '../../../../src/messages/messages.ts'
import { COMPASS_POINTS } from '../../city/view/now.ts'
import { formatNumber, formatPressure, formatSpeed } from '../../format/numbers.ts'
import type { Visit } from '../../visit/context.ts'
import type { Reader } from '../../visit/reader.server.ts'
import type { TileLayerName } from './address.ts'
import { WIND_CLASSES_KMH } from './wind.ts'

const COLDEST_C = -40
const WARMEST_C = 30
/** Where the colours of ordinary storms end. */
const STRONGEST_MPS = 25
const [LEAST_MM, MOST_MM] = [0.5, 140]
const MM_PER_INCH = 25.4
const LOWEST_HPA = 940
const HIGHEST_HPA = 1_080

const WIND = { metric: ['km/h', 3.6], uk: ['mph', 2.236_94], imperial: ['mph', 2.236_94], si: ['m/s', 1] } as const
const HPA_PER_INHG = 33.863_9

export type MapWords = ReturnType<typeof buildMapWords>

/** What a map says, in the reader's language and units. */
export function buildMapWords(
  reader: Reader,
  { tileSource, hasRadar, hasWarningFeeds }: Pick<Visit, 'tileSource' | 'hasRadar' | 'hasWarningFeeds'>,
) {
  const { lang, locale, units, hour12 } = reader
  return {
    ...getAreaMessages(lang, 'map'),
    weatherCredit: getTranslator(lang).t('map.weatherCredit', { source: tileSource ?? '' }),
    legend: legendOf(reader),
    windScale: windScaleOf(reader),
    lang,
    locale,
    hour12,
    isFahrenheit: units === 'imperial',
    /** The words for a warning's level. */
    levels: getAreaMessages(lang, 'level'),
    severities: getAreaMessages(lang, 'severity'),
    /** False without a provider of overlays. */
    hasOverlays: tileSource !== null,
    hasRadar,
    /** False where no official warnings of countries are read. */
    hasWarningFeeds,
  }
}

/** What says a wind of km/h in the reader's unit, and where each class of arrows begins. */
function windScaleOf({ lang, locale, units }: Reader) {
  const [unit, perMps] = WIND[units]
  const perKmh = perMps / 3.6
  const { t } = getTranslator(lang)
  return {
    unit,
    perKmh,
    steps: WIND_CLASSES_KMH.map((kmh) => formatNumber(kmh * perKmh, 0, locale)),
    points: COMPASS_POINTS.map((point) => t(`city.point.${point}`)),
    /** With `{speed}` and `{point}`. */
    from: t('city.windFrom', { speed: '{speed}', point: '{point}' }),
  }
}

/** The values at the ends of each layer's colour scale. The colours are the upstream's (its documentation of weather maps 1.0). */
function legendOf({ locale, units }: Reader): Readonly<Record<TileLayerName, readonly [low: string, high: string]>> {
  const isImperial = units === 'imperial'
  const temperature = (celsius: number): string =>
    `${formatNumber(isImperial ? celsius * 1.8 + 32 : celsius, 0, locale)}\u00a0${isImperial ? '°F' : '°C'}`
  const amount = (mm: number): string =>
    isImperial ? `${formatNumber(mm / MM_PER_INCH, mm < 1 ? 2 : 1, locale)}\u00a0in` : `${formatNumber(mm, mm < 1 ? 1 : 0, locale)}\u00a0mm`
  const share = (part: number): string => new Intl.NumberFormat(locale, { style: 'percent' }).format(part)
  const [windUnit, factor] = WIND[units]
  const air = (hPa: number): string => formatPressure(isImperial ? hPa / HPA_PER_INHG : hPa, isImperial ? 'inHg' : 'hPa', locale)
  return {
    precipitation: [amount(LEAST_MM), amount(MOST_MM)],
    clouds: [share(0), share(1)],
    temp: [temperature(COLDEST_C), temperature(WARMEST_C)],
    wind: [formatSpeed(0, windUnit, locale), formatSpeed(STRONGEST_MPS * factor, windUnit, locale)],
    pressure: [air(LOWEST_HPA), air(HIGHEST_HPA)],
  }
}
