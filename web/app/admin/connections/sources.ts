import { SCOPE_NAMES } from '@isobar/weather'
import { selectBestTruths } from '../../accuracy/best-truths.ts'
import type { Answer } from '../../api/ask.ts'
import { formatIdentifier } from '../kit/words.ts'
import type { System } from './system.ts'

export type SourceUsage = Answer<'get', '/api/admin/usage/sources'>['items'][number]
export type Accuracy = Answer<'get', '/api/weather/accuracy'>
export type Part = System['parts'][number]

/** What a provider is used for, in words. */
export const PART_NAMES: Readonly<Record<Part['id'], string>> = {
  weather: 'Weather',
  minutes: 'Minutes',
  air: 'Air quality',
  sea: 'Sea',
  places: 'Place search',
  tiles: 'Map tiles',
  radar: 'Radar of the map',
  alerts: 'Alerts by place',
  warnings: 'Warning feed',
  stations: 'Stations',
}

const LACKING: Readonly<Record<string, string>> = {
  ...SCOPE_NAMES,
  uvIndex: 'UV index',
  precipitationProbability: 'probability of precipitation',
}

/** `minutes, UV index, and the sea`: what it never has; null: nothing is lacking. */
export function describeMissingData(lacks: readonly string[]): string | null {
  if (lacks.length === 0) return null
  return new Intl.ListFormat('en').format(lacks.map((name) => LACKING[name] ?? formatIdentifier(name).toLowerCase()))
}

const DAY_AHEAD_HOURS = 24
const TRACE_MM = 0.2

/** How good the forecasts of a source were a day ahead, in metric units. */
export interface SourceAccuracy {
  /** Mean absolute error of the temperature; null: not enough days yet. */
  readonly temperature: number | null
  /** Days that were compared. */
  readonly days: number
  /** What the forecasts were compared with. */
  readonly truth: string | null
  /** Of the hours with rain, the share that was forecast; of those forecast, the share that stayed dry. Null: not enough yet. */
  readonly rain: { readonly found: number; readonly falseAlarms: number } | null
}

/** The accuracy of a source against the most independent truth. */
export function getSourceAccuracy({ verification, attributions }: Accuracy, source: string): SourceAccuracy {
  const [quantity] = selectBestTruths(
    verification.quantities.filter(
      (each) => each.source === source && each.variable === 'temperature' && each.leadHours === DAY_AHEAD_HOURS,
    ),
  )
  const [amount] = selectBestTruths(verification.amounts.filter((each) => each.source === source && each.leadHours === DAY_AHEAD_HOURS))
  const scores = amount?.thresholds.find(({ leastMm }) => leastMm === TRACE_MM)?.scores
  return {
    temperature: quantity?.scores?.mae.value ?? null,
    days: quantity?.days ?? 0,
    truth: quantity === undefined ? null : truthText(quantity.truth, attributions),
    rain: scores && scores.pod !== null && scores.far !== null ? { found: scores.pod, falseAlarms: scores.far } : null,
  }
}

function truthText(
  { kind, isOwn, source }: Accuracy['verification']['quantities'][number]['truth'],
  attributions: Accuracy['attributions'],
): string {
  if (kind === 'observation') return 'against stations'
  if (isOwn) return 'against its own analysis, which flatters it'
  return `against the analysis of ${attributions.find((each) => each.source === source)?.name ?? source}`
}

/** The limit of a day of the account that is charged, in weighted calls; null: there is none. */
export function findDailyLimit({ budgets, products }: Pick<SourceUsage, 'budgets' | 'products'>): number | null {
  const main = budgets.find((budget) => budget.products.includes(products[0]?.product ?? ''))
  return main?.windows.find(({ windowSeconds }) => windowSeconds === 86_400)?.limit ?? null
}
