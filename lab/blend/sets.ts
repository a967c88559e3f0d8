import { computeDistanceKm } from '@isobar/weather'
import { toHourClass } from '@isobar/weather/blend'
import { numberOf, type Row, rowsOf } from '../verification/sets.ts'
import type { Around, ChanceOccasion, ChanceSet, Occasion, QuantitySet } from './replay.ts'

const DAY_MS = 86_400_000
const HOUR = 1 / 24
/** After its run a model's forecast can be had, after its time an observation. */
const FORECAST_DELAY = 3 * HOUR
const REPORT_DELAY = HOUR

const known = (value: number): number | null => (Number.isNaN(value) ? null : value)
const dayOf = (date: string, hour = 0): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS + hour * HOUR
/** `20040126` or `2004012600` */
const dashed = (date: string): string => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`
const forecastsOf = (row: Row, names: readonly string[], factor = 1) => names.map((name) => known(numberOf(row, name) * factor))
const INCH = 25.4

interface Site {
  readonly place: string
  readonly lat: number
  readonly lon: number
  readonly heightKm: number
}

const NEAREST = 250

/** The nearest other places. How far the coast is, the sets do not say. */
function aroundOf(sites: readonly Site[]): (place: string) => Around {
  const made = new Map(
    sites.map((site) => {
      const near = sites
        .filter((other) => other !== site)
        .map((other) => ({
          place: other.place,
          distanceKm: computeDistanceKm(site, other),
          higherKm: other.heightKm - site.heightKm,
          moreCoastal: 0,
        }))
      return [site.place, near.toSorted((a, b) => a.distanceKm - b.distanceKm).slice(0, NEAREST)] as const
    }),
  )
  return (place) => made.get(place) ?? []
}

const nothingAround = (): Around => []

const NORTHWEST = ['CMCG', 'ETA', 'GASP', 'GFS', 'JMA', 'NGPS', 'TCWB', 'UKMO'] as const

/** One model, driven by eight centres: one family. */
export function readNorthwest(): QuantitySet {
  const sites = rowsOf('pnw_stations.csv').map((row) => ({
    place: row['station'] ?? '',
    lat: numberOf(row, 'latitude'),
    lon: numberOf(row, 'longitude'),
    heightKm: numberOf(row, 'elevation') / 1_000,
  }))
  const occasions = rowsOf('pnw_uw8_t2m_48h_2004.csv').map((row): Occasion => {
    const valid = dayOf(dashed(row['date'] ?? ''))
    return {
      place: row['station'] ?? '',
      issued: valid - 2 + FORECAST_DELAY,
      valid,
      known: valid + REPORT_DELAY,
      band: '48',
      hourClass: 0,
      forecasts: forecastsOf(row, NORTHWEST),
      truth: numberOf(row, 'observation'),
    }
  })
  return { sources: NORTHWEST, families: NORTHWEST.map(() => 'MM5'), classes: 1, occasions, around: aroundOf(sites) }
}

/** `which`: the next day's highest or lowest temperature. The day of issue has not ended, so its truth is not known. */
export function readSeoul(which: 'max' | 'min'): QuantitySet {
  const sites = rowsOf('seoul_stations.csv').map((row) => ({
    place: row['station'] ?? '',
    lat: numberOf(row, 'lat'),
    lon: numberOf(row, 'lon'),
    heightKm: numberOf(row, 'DEM') / 1_000,
  }))
  const occasions = rowsOf('seoul_ldaps_next_day_2013_2015.csv').flatMap((row): Occasion[] => {
    const [forecast, truth] = [numberOf(row, `LDAPS_T${which}_lapse`), numberOf(row, `Next_T${which}`)]
    if (Number.isNaN(forecast) || Number.isNaN(truth) || row['date'] === '') return []
    const day = dayOf(row['date'] ?? '')
    const times = { issued: day + 12 * HOUR, valid: day + 1, known: day + 2 + REPORT_DELAY }
    return [{ place: row['station'] ?? '', ...times, band: '24', hourClass: 0, forecasts: [forecast], truth }]
  })
  return { sources: ['LDAPS'], families: ['LDAPS'], classes: 1, occasions, around: aroundOf(sites) }
}

const ELEVEN = Array.from({ length: 11 }, (_, i) => String(i + 1))

function timesAtInnsbruck(row: Row) {
  const [date = '', hour = '0'] = (row['valid_utc'] ?? '').split(' ')
  const valid = dayOf(date, Number(hour))
  return { place: 'Innsbruck', issued: valid - 30 * HOUR + FORECAST_DELAY, valid, known: valid + REPORT_DELAY }
}

export function readInnsbruckNights(): QuantitySet {
  const occasions = rowsOf('innsbruck_gefs11_temp_18_30h_2000_2010.csv').map((row): Occasion => {
    const forecasts = forecastsOf(
      row,
      ELEVEN.map((i) => `tempfc.${i}`),
    )
    return { ...timesAtInnsbruck(row), band: '30', hourClass: 0, forecasts, truth: numberOf(row, 'temp') }
  })
  return { sources: ELEVEN, families: ELEVEN.map(() => 'GEFS'), classes: 1, occasions, around: nothingAround }
}

const CITIES = [
  { place: 'London', lat: 51.5, lon: -0.1, heightKm: 0.02 },
  { place: 'New York', lat: 40.7, lon: -74, heightKm: 0.01 },
  { place: 'Rome', lat: 41.9, lon: 12.5, heightKm: 0.03 },
  { place: 'Warsaw', lat: 52.2, lon: 21, heightKm: 0.11 },
] as const

/** Bands are days of lead. */
export function readCities(): QuantitySet {
  const occasions = rowsOf('meteostat_four_cities_hourly_0_235h_2020.csv').flatMap((row): Occasion[] => {
    const truth = numberOf(row, 'observed_c')
    const forecast = numberOf(row, 'forecast_c')
    if (Number.isNaN(truth) || Number.isNaN(forecast)) return []
    const [date = '', hour = '0'] = (row['issued_local'] ?? '').split(' ')
    const issued = dayOf(date, Number(hour))
    const valid = issued + numberOf(row, 'lead_h') * HOUR
    const [, validHour = '0'] = (row['valid_local'] ?? '').split(' ')
    const band = String(Math.floor(numberOf(row, 'lead_h') / 24))
    const hourClass = toHourClass(Number(validHour))
    return [{ place: row['city'] ?? '', issued, valid, known: valid + REPORT_DELAY, band, hourClass, forecasts: [forecast], truth }]
  })
  return { sources: ['Meteostat'], families: ['Meteostat'], classes: 8, occasions, around: aroundOf(CITIES) }
}

/** The analysis of a day exists when the next has begun. */
function timesAtAirports(row: Row) {
  const [issued, valid] = [dayOf(row['issued'] ?? '', 12), dayOf(row['target'] ?? '')]
  return { place: row['loc'] ?? '', issued, valid, known: valid + 1.25 }
}

const AIRPORTS = [
  { place: 'KBIS', lat: 46.8, lon: -100.8, heightKm: 0.51 },
  { place: 'KDEN', lat: 39.8, lon: -104.7, heightKm: 1.66 },
  { place: 'KDFW', lat: 32.9, lon: -97, heightKm: 0.19 },
  { place: 'KLAX', lat: 33.9, lon: -118.4, heightKm: 0.04 },
  { place: 'KORD', lat: 42, lon: -87.9, heightKm: 0.2 },
  { place: 'KPHX', lat: 33.4, lon: -112, heightKm: 0.34 },
] as const

/** Highs in kelvin, against an analysis that favours Open-Meteo. */
export function readAirports(): QuantitySet {
  const occasions = rowsOf('us_airports_openmeteo_nws_leads_1_3_7_15.csv').flatMap((row): Occasion[] => {
    const forecasts = forecastsOf(row, ['om_high_f', 'nws_high_f'], 5 / 9)
    const truth = numberOf(row, 'ana_high_f') * (5 / 9)
    if (Number.isNaN(truth) || forecasts.every((each) => each === null)) return []
    return [{ ...timesAtAirports(row), band: row['lead_d'] ?? '', hourClass: 0, forecasts, truth }]
  })
  return { sources: ['Open-Meteo', 'NWS'], families: ['Open-Meteo', 'NWS'], classes: 1, occasions, around: aroundOf(AIRPORTS) }
}

/** `aboveMm` in 12 hours of the night. */
export function readInnsbruckRain(aboveMm: number): ChanceSet {
  const occasions = rowsOf('innsbruck_gefs11_rain_18_30h_2000_2010.csv').map((row): ChanceOccasion => {
    const amount = numberOf(row, 'rain')
    const forecasts = forecastsOf(
      row,
      ELEVEN.map((i) => `rainfc.${i}`),
    )
    return { ...timesAtInnsbruck(row), forecasts, happened: amount > aboveMm, amount }
  })
  return { sources: ELEVEN, families: ELEVEN.map(() => 'GEFS'), kinds: ELEVEN.map(() => 'amount'), occasions }
}

/** More than 1 mm in three days, five to eight days ahead. */
export function readInnsbruckLate(): ChanceSet {
  const occasions = rowsOf('innsbruck_gefs11_rain_day5_8_2000_2008.csv').map((row): ChanceOccasion => {
    const amount = numberOf(row, 'rain')
    const start = dayOf(row['start_date'] ?? '')
    const forecasts = forecastsOf(
      row,
      ELEVEN.map((i) => `rainfc.${i}`),
    )
    return { place: 'Innsbruck', issued: start, valid: start + 8, known: start + 8 + REPORT_DELAY, forecasts, happened: amount > 1, amount }
  })
  return { sources: ELEVEN, families: ELEVEN.map(() => 'GEFS'), kinds: ELEVEN.map(() => 'amount'), occasions }
}

const NORTHWEST_RAIN = ['avn/gfs', 'cent', 'cmcg', 'eta', 'gasp', 'jma', 'ngps', 'tcwb', 'ukmo'] as const

/** Any rain in 24 hours; the set names no stations. */
export function readNorthwestRain(): ChanceSet {
  const occasions = rowsOf('pnw_uw9_rain24h_48h_dec2002_jan2003.csv').map((row): ChanceOccasion => {
    const valid = dayOf(dashed(row['dates'] ?? ''))
    const amount = (numberOf(row, 'observations') / 100) * INCH
    const times = { issued: valid - 2 + FORECAST_DELAY, valid, known: valid + REPORT_DELAY }
    return { place: '', ...times, forecasts: forecastsOf(row, NORTHWEST_RAIN, INCH / 100), happened: amount > 0.005 * INCH, amount }
  })
  const families = NORTHWEST_RAIN.map(() => 'MM5')
  return { sources: NORTHWEST_RAIN, families, kinds: NORTHWEST_RAIN.map(() => 'amount'), occasions }
}

const NIAMEY = ['Logistic', 'EMOS', 'ENS', 'EPC'] as const

export function readNiamey(): ChanceSet {
  const occasions = rowsOf('niamey_pop_24h_jul_aug_2016.csv').map((row): ChanceOccasion => {
    const day = dayOf(row['date'] ?? '')
    const times = { issued: day, valid: day, known: day + 1 + REPORT_DELAY }
    return { place: 'Niamey', ...times, forecasts: forecastsOf(row, NIAMEY), happened: row['obs'] === '1', amount: null }
  })
  return { sources: NIAMEY, families: NIAMEY, kinds: NIAMEY.map(() => 'probability'), occasions }
}

/** At least 0.01 inch in a day, by lead in days: a probability of the day, and an amount. */
export function readAirportRain(lead: number): ChanceSet {
  const occasions = rowsOf('us_airports_openmeteo_nws_leads_1_3_7_15.csv').flatMap((row): ChanceOccasion[] => {
    const truth = numberOf(row, 'ana_precip_in')
    const forecasts = [known(numberOf(row, 'nws_pop_day') / 100), known(numberOf(row, 'om_precip_in') * INCH)]
    if (row['lead_d'] !== String(lead) || Number.isNaN(truth) || forecasts.every((each) => each === null)) return []
    return [{ ...timesAtAirports(row), forecasts, happened: truth >= 0.01, amount: truth * INCH }]
  })
  return { sources: ['NWS', 'Open-Meteo'], families: ['NWS', 'Open-Meteo'], kinds: ['probability', 'amount'], occasions }
}
