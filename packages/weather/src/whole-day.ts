import { dropContradictions } from './contradictions.ts'
import { buildGroupedDays, groupSpansByDay, sumDayAmount, toHourSpan } from './days-from-spans.ts'
import type { DayBounds } from './local-time.ts'
import type { DailyPoint, HourlyPoint, Series } from './model.ts'

/** Days that say what their hours say, and the names of fields that were computed because the source had left them out. */
export interface AgreedDays {
  readonly data: Series<DailyPoint>
  readonly computed: readonly (keyof DailyPoint)[]
}

/** The fields of a day that no hour may pass, with those of the hours. */
const HIGHEST = [
  ['temperatureMax', 'temperature'],
  ['feelsLikeMax', 'feelsLike'],
  ['windSpeed', 'windSpeed'],
  ['windGust', 'windGust'],
  ['uvIndex', 'uvIndex'],
  ['precipitationProbability', 'precipitationProbability'],
] as const satisfies readonly (readonly [keyof DailyPoint, keyof HourlyPoint])[]
const LOWEST = [
  ['temperatureMin', 'temperature'],
  ['feelsLikeMin', 'feelsLike'],
] as const satisfies readonly (readonly [keyof DailyPoint, keyof HourlyPoint])[]
/** Millimetres by which a sum may differ from its hours because both were rounded. */
const ROUNDING_MM = 0.1

/** The hours of a series by day: those that begin on it, and the day that they make. */
export type HoursByDay = ReadonlyMap<
  string,
  { readonly bounds: DayBounds; readonly hours: readonly HourSpan[]; readonly made: DailyPoint | undefined }
>
type HourSpan = ReturnType<typeof toHourSpan>

/** Groups hours for `agreeWithHours`, which several series of days share. */
export function groupHoursByDay(hours: readonly HourlyPoint[], timezone: string): HoursByDay {
  const groups = groupSpansByDay(hours.map(toHourSpan), timezone)
  const made = new Map(buildGroupedDays(groups).map((day) => [day.date, day]))
  return new Map(
    groups.flatMap(({ date, bounds, spans }) => {
      const beginning = spans.filter(({ startMs }) => startMs >= bounds.startMs)
      return beginning.length === 0 ? [] : [[date, { bounds, hours: beginning, made: made.get(date) }]]
    }),
  )
}

/**
 * A source's days so that each number of them is the one that its hours give: amounts are the sum of the hours where all of the day are known, the
 * source's own otherwise; no hour is above a high or below a low; and what the source left out is made of its hours. The same object if nothing
 * changes. All pages, mails and interfaces show these days (decision 115).
 */
export function agreeWithHours(days: Series<DailyPoint>, hoursByDay: HoursByDay): AgreedDays {
  const computed = new Set<keyof DailyPoint>()
  const points = days.points.map((day) => {
    const { bounds, hours, made } = hoursByDay.get(day.date) ?? {}
    if (bounds === undefined || hours === undefined) return day
    const filled = fillFrom(day, made, (field) => computed.add(field))
    return sameUnlessChanged(day, withAmounts(widen(filled, hours), hours, made, bounds))
  })
  const isSame = points.every((point, index) => point === days.points[index])
  return { data: isSame ? days : { ...days, points }, computed: [...computed].toSorted() }
}

function fillFrom(day: DailyPoint, made: DailyPoint | undefined, note: (field: keyof DailyPoint) => void): DailyPoint {
  const added = Object.entries(made ?? {}).filter(([name, value]) => value !== null && day[name as keyof DailyPoint] === null)
  for (const [name] of added) note(name as keyof DailyPoint)
  return { ...day, ...(Object.fromEntries(added) as Partial<DailyPoint>) }
}

/** A day whose extremes include those of its hours; an extreme that is unknown stays so. */
function widen(day: DailyPoint, hours: readonly HourlyPoint[]): DailyPoint {
  const include = (names: readonly (readonly [keyof DailyPoint, keyof HourlyPoint])[], choose: (...values: number[]) => number) =>
    names.flatMap(([field, ofHour]) => {
      const known = hours.flatMap((hour) => (hour[ofHour] as number | null) ?? [])
      return day[field] === null || known.length === 0 ? [] : [[field, choose(day[field] as number, ...known)]]
    })
  return { ...day, ...(Object.fromEntries([...include(HIGHEST, Math.max), ...include(LOWEST, Math.min)]) as Partial<DailyPoint>) }
}

/** A day with the amounts of its hours, if all are known and add up to something else; its weather then agrees with these, too. */
function withAmounts(day: DailyPoint, hours: readonly HourSpan[], made: DailyPoint | undefined, bounds: DayBounds): DailyPoint {
  const sum = (name: 'precipitation' | 'rain' | 'snow') =>
    sumDayAmount(
      hours.map((hour) => ({ ...hour, amount: hour[name] })),
      bounds,
      'whole',
    )
  const precipitation = sum('precipitation')
  if (precipitation === null || Math.abs(precipitation - (day.precipitation ?? Infinity)) <= ROUNDING_MM) return day
  const amounts = { precipitation, rain: sum('rain'), snow: sum('snow') }
  let isRefuted = false
  const checked = dropContradictions({ ...day, ...amounts }, () => (isRefuted = true))
  return isRefuted && made !== undefined ? { ...checked, ...amounts, condition: made.condition } : checked
}

function sameUnlessChanged(day: DailyPoint, changed: DailyPoint): DailyPoint {
  const isSame = (Object.keys(changed) as (keyof DailyPoint)[]).every((name) => changed[name] === day[name])
  return isSame ? day : changed
}
