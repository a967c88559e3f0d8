import { DAY_MS } from '../../../src/time.ts'
import type { Teller } from '../city/view/teller.ts'
import type { WeatherHistory } from '../city/weather.ts'
import { formatAmount, formatDegrees } from '../format/numbers.ts'

type Issue = WeatherHistory['forecasts']['daily'][number]
export type PastDay = WeatherHistory['summary']['days'][number]

const MAX_DAYS = 7

interface LeadsOf {
  /** The forecasts of the day, all issues. */
  readonly issues: readonly Issue[]
  readonly startMs: number
  /** What came; undefined: nothing is known of it. */
  readonly observed: PastDay | undefined
  readonly isMeasured: boolean
  readonly units: WeatherHistory['units']
}

/** What had been forecast of a day, by how many days before, under what came. Null without any forecast. Only the source with the most forecasts counts. */
export function buildLeadsView({ issues, startMs, observed, isMeasured, units }: LeadsOf, { t, locale }: Teller) {
  const [most = []] = [...Map.groupBy(issues, ({ source }) => source).values()].toSorted((a, b) => b.length - a.length)
  const own = most.toSorted((a, b) => Date.parse(b.issuedAt) - Date.parse(a.issuedAt))
  const cells = (day: { temperatureMin: number | null; temperatureMax: number | null }, fall: number | null) =>
    [
      formatDegrees(day.temperatureMin, locale),
      formatDegrees(day.temperatureMax, locale),
      formatAmount(fall, units.precipitation, locale),
    ] as const
  const leads = Array.from({ length: MAX_DAYS }, (_, index) => index + 1).flatMap((n) => {
    const before = startMs - (n - 1) * DAY_MS
    const issue = own.find(({ issuedAt }) => Date.parse(issuedAt) < before && Date.parse(issuedAt) >= before - DAY_MS)
    return issue === undefined ? [] : [[t('day.lead', { n }), ...cells(issue, issue.precipitation)] as const]
  })
  if (leads.length === 0) return null
  const came = observed === undefined ? null : cells(observed, observed.precipitationTotal)
  return {
    /** Cells: the row's name, lowest, highest, precipitation. */
    came: came === null ? null : ([t(isMeasured ? 'day.cameMeasured' : 'day.cameComputed'), ...came] as const),
    leads,
  }
}
