import { toLocalDate, formatHour, formatCalendarDay } from '../../format/times.ts'
import type { Chosen, Units } from '../../visit/preferences.ts'
import type { Teller } from '../view/teller.ts'
import type { PlaceWeather } from '../weather.ts'
import { createHeightMeasure } from './draw.ts'
import { WIDTHS } from './plan.ts'
import { writeTableCell, escapeMarkup } from './svg.ts'
import { buildHourTable, type MeteogramWeather } from './values.ts'

export type MeteogramView = NonNullable<ReturnType<typeof buildMeteogramView>>

interface Asking {
  readonly path: string
  readonly name: string
  readonly units: Units
  readonly chosen: Pick<Chosen, 'theme'>
}

/** Widths of the picture on narrower screens; its text stays legible when it is scaled between them. */
const NARROW = [
  [328, '(max-width: 32rem)'],
  [600, '(max-width: 48rem)'],
  [860, '(max-width: 66rem)'],
] as const

/** The section of a place's page: addresses of the picture, and the table. Null without hours and days. */
export function buildMeteogramView({ hourly, daily, extra }: PlaceWeather, { path, name, units, chosen }: Asking, teller: Teller) {
  const { t, locale, hour12 } = teller
  const air = extra?.air ?? null
  const weather = { hourly, daily, air }
  if ((hourly?.points.length ?? 0) + (daily?.points.length ?? 0) === 0) return null
  const query = {
    // The picture takes `en` without a country for British or American by its units; the page's is Intl's.
    lang: locale === 'en' ? 'en-US' : (locale.split('-u-')[0] ?? locale),
    units,
    // Also of a reader who has not chosen: their locale may state a clock, which the address does not have.
    clock: hour12 ? '12' : '24',
    ...(chosen.theme === 'auto' ? {} : { theme: chosen.theme }),
    ...(air === null ? {} : { air: 'true' }),
    notes: 'false',
  }
  // The page has credits and times of its own.
  const heightOf = createHeightMeasure(weather, [])
  const sized = (width: number) => ({ width, height: heightOf(width) })
  const addressOf = (width: number) => `${path}/meteogram.svg?${new URLSearchParams({ ...query, width: String(width) })}`
  return {
    title: t('meteogram.title'),
    keys: t('meteogram.keys'),
    picture: { alt: t('meteogram.alt', { place: name }), src: addressOf(WIDTHS.usual), ...sized(WIDTHS.usual), loading: 'lazy' as const },
    sources: NARROW.map(([width, media]) => ({ media, srcSet: addressOf(width), ...sized(width) })),
    table: tableOf(weather, teller),
  }
}

/**
 * What can be opened: the hours as a table, by the place's day. As HTML, since its 500 cells never change: as elements they are half of what it takes to render the
 * page here, and again to take it over in the browser. End tags that HTML does without are left out: the page has it twice, the second time in
 * its data.
 */
function tableOf(weather: MeteogramWeather, teller: Teller): string {
  const { t, zone } = teller
  const { names, rows } = buildHourTable(weather, teller)
  const columns = [t('cityPage.time'), ...names]
  const unknown = t('cityPage.unknown')
  const days = Map.groupBy(
    (weather.hourly?.points ?? []).map(({ time }, index) => ({ time, row: rows[index] ?? [] })),
    ({ time }) => toLocalDate(time, zone),
  )
  const bodies = [...days].map(([day, hours]) => {
    const lines = hours.map(
      ({ time, row }) =>
        `<tr><th scope=row>${escapeMarkup(formatHour(time, zone, teller))}${row.map((value) => writeTableCell(value, unknown)).join('')}`,
    )
    return `<tbody><tr><th colspan=${columns.length} scope=rowgroup>${escapeMarkup(formatCalendarDay(day, 'day', teller))}${lines.join('')}`
  })
  const head = columns.map((name) => `<th scope=col>${escapeMarkup(name)}`).join('')
  const title = escapeMarkup(t('meteogram.table'))
  // It scrolls, so the keyboard must reach it.
  return `<summary>${title}</summary><div role=group aria-label="${title}" tabindex=0><table><thead><tr>${head}${bodies.join('')}</table></div>`
}
