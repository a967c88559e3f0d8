import { computeBrierScore, computeErrorScores, computeEventScores, sumErrors } from '@isobar/weather'
import { chileFigures } from './chile.ts'
import { crpsOf } from './crps.ts'
import { authorsFigure, type Figure, numberOf, type Row, rowsOf } from './sets.ts'

/** Every figure that can be computed from the shared sets without fitting anything to them, except for taking means. */
export function figures(): Figure[] {
  return [
    ...finley(),
    ...seoul(),
    ...seoulCorrected(),
    ...northwest(),
    ...innsbruck(),
    ...niamey(),
    ...cities(),
    ...airports(),
    ...chileFigures(),
  ]
}

const KEYS = ['n', 'bias', 'mae', 'rmse'] as const

function compared(set: string, path: readonly string[], errors: readonly number[], decimals = 3): Figure[] {
  const scores = computeErrorScores(sumErrors(errors.filter((error) => !Number.isNaN(error))))
  if (scores === null) throw new Error(`${set}: no cases`)
  return KEYS.map((key) => ({
    set,
    score: key,
    ours: scores[key],
    authors: authorsFigure([...path, key]),
    decimals: key === 'n' ? 0 : decimals,
  }))
}

/** The mean of a score over these rows. */
function mean(
  set: string,
  score: string,
  path: readonly string[],
  rows: readonly Row[],
  scoreOf: (row: Row) => number,
  decimals = 4,
): Figure {
  return { set, score, ours: meanOf(rows.map(scoreOf)), authors: authorsFigure(path), decimals }
}

const errorsOf = (rows: readonly Row[], forecast: string, truth: string) =>
  rows.map((row) => numberOf(row, forecast) - numberOf(row, truth))
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
/** The forecasts of a row: its columns of these names. */
const membersOf = (row: Row, names: readonly string[]) => names.map((name) => numberOf(row, name))
/** Errors of the mean of these columns. */
const meanErrors = (rows: readonly Row[], members: readonly string[], truth: string) =>
  rows.map((row) => meanOf(membersOf(row, members)) - numberOf(row, truth))
/** The share of these columns above a threshold. */
const shareAbove = (row: Row, names: readonly string[], threshold: number) =>
  meanOf(membersOf(row, names).map((value) => Number(value > threshold)))

/** Finley's tornado forecasts of 1884, a classic of the field. */
function finley(): Figure[] {
  const scores = computeEventScores({ hits: 28, falseAlarms: 72, misses: 23, correctNegatives: 2_680 })
  const published = { pod: 0.549, far: 0.72, pofd: 0.026, csi: 0.228, ets: 0.216, frequencyBias: 1.961, hk: 0.523, hss: 0.355 }
  return Object.entries(published).map(([score, authors]) => ({
    set: 'Finley 1884',
    score,
    ours: scores[score as keyof typeof published] ?? NaN,
    authors,
    decimals: 3,
  }))
}

const SEOUL = [
  ['seoul_tmax', 'LDAPS_Tmax_lapse', 'Present_Tmax', 'Next_Tmax'],
  ['seoul_tmin', 'LDAPS_Tmin_lapse', 'Present_Tmin', 'Next_Tmin'],
] as const

function seoul(): Figure[] {
  const rows = rowsOf('seoul_ldaps_next_day_2013_2015.csv')
  return SEOUL.flatMap(([set, model, today, truth]) => [
    ...compared(`${set}, raw`, [set, 'raw_LDAPS_2013_2015'], errorsOf(rows, model, truth)),
    ...compared(`${set}, persistence`, [set, 'persistence_2013_2015'], errorsOf(rows, today, truth)),
  ])
}

const isOf2015 = (row: Row) => row['date']?.startsWith('2015') === true

/** Out of sample: each station's mean error of 2013 and 2014 is subtracted from its forecasts of 2015. */
function seoulCorrected(): Figure[] {
  const rows = rowsOf('seoul_ldaps_next_day_2013_2015.csv')
  return SEOUL.flatMap(([set, model, , truth]) => {
    const known = rows.filter((row) => !Number.isNaN(numberOf(row, model) - numberOf(row, truth)))
    const stations = Map.groupBy(
      known.filter((row) => !isOf2015(row)),
      (row) => row['station'],
    )
    const biases = new Map([...stations].map(([station, own]) => [station, meanOf(errorsOf(own, model, truth))]))
    const errors = known.filter(isOf2015).map((row) => numberOf(row, model) - numberOf(row, truth) - (biases.get(row['station']) ?? NaN))
    const path = ['seoul_out_of_sample_train_2013_14_test_2015', set.slice('seoul_'.length), 'station_mean_bias_removed_2015']
    return compared(`${set} 2015, bias of 2013–14 removed`, path, errors)
  })
}

const NORTHWEST = ['CMCG', 'ETA', 'GASP', 'GFS', 'JMA', 'NGPS', 'TCWB', 'UKMO'] as const
const NORTHWEST_RAIN = ['avn/gfs', 'cent', 'cmcg', 'eta', 'gasp', 'jma', 'ngps', 'tcwb', 'ukmo'] as const

/** In hundredths of an inch: more than half of one is rain. */
const ANY_RAIN = 0.5

function northwest(): Figure[] {
  const rows = rowsOf('pnw_uw8_t2m_48h_2004.csv')
  const rain = rowsOf('pnw_uw9_rain24h_48h_dec2002_jan2003.csv')
  const late = rows.filter((row) => numberOf(row, 'date') >= 2_004_012_600)
  return [
    ...NORTHWEST.flatMap((name) => compared(`Pacific Northwest, 48 h, ${name}`, ['pnw_t2m', name], errorsOf(rows, name, 'observation'))),
    ...compared('Pacific Northwest, 48 h, mean of 8', ['pnw_t2m', 'mean_of_8'], meanErrors(rows, NORTHWEST, 'observation')),
    mean(
      'Pacific Northwest, last 10 days',
      'crps',
      ['pnw_t2m_out_of_sample_last_10_days', 'crps_raw_8_members'],
      late,
      (row) => crpsOf(membersOf(row, NORTHWEST), numberOf(row, 'observation')),
      3,
    ),
    ...NORTHWEST_RAIN.flatMap((name) =>
      compared(`Pacific Northwest, rain, ${name}`, ['pnw_rain', name], errorsOf(rain, name, 'observations')),
    ),
    mean('Pacific Northwest, any rain', 'brier', ['pnw_rain_any_rain_raw_fraction', 'brier_members_>0.005in'], rain, (row) =>
      computeBrierScore(shareAbove(row, NORTHWEST_RAIN, ANY_RAIN), numberOf(row, 'observations') > ANY_RAIN),
    ),
  ]
}

const ELEVEN = Array.from({ length: 11 }, (_, i) => String(i + 1))

const isLate = (row: Row) => (row['valid_utc'] ?? '') >= '2008'

function innsbruck(): Figure[] {
  const night = rowsOf('innsbruck_gefs11_temp_18_30h_2000_2010.csv')
  const rain = rowsOf('innsbruck_gefs11_rain_18_30h_2000_2010.csv')
  const late = rowsOf('innsbruck_gefs11_rain_day5_8_2000_2008.csv')
  const temperatures = ELEVEN.map((i) => `tempfc.${i}`)
  const amounts = ELEVEN.map((i) => `rainfc.${i}`)
  const test = rain.filter(isLate)
  const train = rain.filter((row) => !isLate(row))
  const path = 'innsbruck_rain_18_30h_train_2000_07_test_2008_10'
  return [
    ...compared('Innsbruck, night minimum, mean of 11', ['innsbruck_temp', 'ens_mean'], meanErrors(night, temperatures, 'temp')),
    ...compared('Innsbruck, night minimum, member 1', ['innsbruck_temp', 'member1'], errorsOf(night, 'tempfc.1', 'temp')),
    ...compared('Innsbruck, 12 h rain, mean of 11', ['innsbruck_rain', 'ens_mean'], meanErrors(rain, amounts, 'rain')),
    ...compared('Innsbruck, rain of days 5 to 8', ['innsbruck_rain_d5_8', 'ens_mean'], meanErrors(late, amounts, 'rain')),
    ...[0.1, 1, 5].flatMap((threshold) => {
      const isWet = (row: Row) => numberOf(row, 'rain') > threshold
      const climate = meanOf(train.map((row) => Number(isWet(row))))
      const brier = (score: string, key: string, shareOf: (row: Row) => number) =>
        mean(`Innsbruck 2008–10, rain > ${threshold} mm`, `brier, ${score}`, [path, `>${threshold}mm`, key], test, (row) =>
          computeBrierScore(shareOf(row), isWet(row)),
        )
      return [
        brier('share of members', 'brier_raw_fraction', (row) => shareAbove(row, amounts, threshold)),
        brier('climatology of 2000–07', 'brier_climatology_train', () => climate),
      ]
    }),
    mean('Innsbruck 2008–10, rain', 'crps', [path, 'crps_raw'], test, (row) => crpsOf(membersOf(row, amounts), numberOf(row, 'rain')), 3),
  ]
}

function niamey(): Figure[] {
  const rows = rowsOf('niamey_pop_24h_jul_aug_2016.csv')
  return ['Logistic', 'EMOS', 'ENS', 'EPC'].map((name) =>
    mean(`Niamey, 62 days, ${name}`, 'brier', ['niamey_brier_shared_62_days', name], rows, (row) =>
      computeBrierScore(numberOf(row, name), row['obs'] === '1'),
    ),
  )
}

/** How errors grow with the lead, over ten days. */
function cities(): Figure[] {
  const rows = rowsOf('meteostat_four_cities_hourly_0_235h_2020.csv')
  return Array.from({ length: 10 }, (_, day) => {
    const own = rows.filter((row) => Math.floor(numberOf(row, 'lead_h') / 24) === day)
    return compared(
      `Four cities, day ${day}`,
      ['meteostat_four_cities_by_lead_day', `day${day}`],
      errorsOf(own, 'forecast_c', 'observed_c'),
    )
  }).flat()
}

const AIRPORTS = [
  ['om_high', 'om_high_f', 'ana_high_f'],
  ['nws_high', 'nws_high_f', 'ana_high_f'],
  ['nws_low', 'nws_low_f', 'ana_low_f'],
] as const

/** Both providers on the same cases, against an analysis, as the set states. */
function airports(): Figure[] {
  const rows = rowsOf('us_airports_openmeteo_nws_leads_1_3_7_15.csv')
  return [1, 3].flatMap((lead) => {
    const columns = [...AIRPORTS.flatMap(([, forecast, truth]) => [forecast, truth]), 'om_low_f', 'nws_pop_day', 'ana_precip_in']
    const own = rows.filter((row) => row['lead_d'] === String(lead) && columns.every((name) => !Number.isNaN(numberOf(row, name))))
    const path = ['us_airports_vs_analysis', `lead${lead}`]
    return [
      ...AIRPORTS.flatMap(([key, forecast, truth]) =>
        compared(`US airports, day ${lead}, ${key}`, [...path, key], errorsOf(own, forecast, truth), 2),
      ),
      mean(`US airports, day ${lead}, nws_pop`, 'brier', [...path, 'nws_pop_day_brier_vs_ana>=0.01in', 'brier'], own, (row) =>
        computeBrierScore(numberOf(row, 'nws_pop_day') / 100, numberOf(row, 'ana_precip_in') >= 0.01),
      ),
    ]
  })
}
