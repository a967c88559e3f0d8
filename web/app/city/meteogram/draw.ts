import { formatDateTime, formatHour, toLocalHour, formatCalendarDay } from '../../format/times.ts'
import { roundCoordinate } from '../charts/curve.ts'
import { listAttributions } from '../view/provenance.ts'
import { describeLocalTimes, type Teller } from '../view/teller.ts'
import { buildAirLane, buildCloudLane, type Lane, buildPressureLane, buildRainLane, buildTemperatureLane, buildWindLane } from './lanes.ts'
import { type PictureTheme, writeStyleSheet } from './palette.ts'
import { type Plan, planMeteogram } from './plan.ts'
import type { Band } from './scale.ts'
import { drawLabel, escapeMarkup } from './svg.ts'
import { listDayLines, listHourLines, buildHourTable, type MeteogramWeather } from './values.ts'

/** How a meteogram is to look. */
export interface PictureLook {
  readonly width: number
  readonly theme: PictureTheme
  /** What the picture is called, for those who cannot see it. */
  readonly title: string
  /** Sentences below the lanes: the place, as of when, credits. */
  readonly notes: readonly string[]
}

/** Heights: of the names of days and hours, of a lane's name with the space above it, of a line of notes with the space around them. */
const HEAD = 42
const NAME = 30
const NOTE = 17
const NOTES = 16
/** A mean character of the notes, in pixels, rather too wide. */
const CHARACTER = 6.6
const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

/** Heights of the lanes, below their names, from top to bottom. */
const LANES = { temperature: 118, rain: 62, cloud: 30, wind: 88, pressure: 40, air: 40 } as const

type LaneName = keyof typeof LANES

/** Where each lane is; those that not every source has are left out if they would be empty. */
function layOut({ hourly, daily, air }: MeteogramWeather) {
  const points = [...(hourly?.points ?? []), ...(daily?.points ?? [])]
  const isKnown: Partial<Record<LaneName, boolean>> = {
    cloud: points.some(({ cloudCover }) => cloudCover !== null),
    pressure: points.some(({ pressure }) => pressure !== null),
    air: air?.points.some((point) => point[air.localIndex] !== null) ?? false,
  }
  const bands = new Map<LaneName, Band>()
  let bottom = HEAD
  for (const name of Object.keys(LANES) as LaneName[]) {
    if (isKnown[name] === false) continue
    const top = bottom + NAME
    bottom = top + LANES[name]
    bands.set(name, { top, bottom })
  }
  return { bands, bottom }
}

/** The whole picture as SVG: no script, no reference to anything outside of it, its own style sheet. */
export function drawMeteogram(weather: MeteogramWeather, teller: Teller, { width, theme, title, notes }: PictureLook): string {
  const plan = planMeteogram(weather, teller.zone, width)
  const { bands, bottom } = layOut(weather)
  const units = (weather.hourly ?? weather.daily)?.units
  const drawn = { plan, teller }
  const { lane: temperature, colours } = buildTemperatureLane(drawn, units?.temperature ?? '')
  const lanes: Readonly<Record<LaneName, Lane>> = {
    temperature,
    rain: buildRainLane(drawn, units?.precipitation ?? ''),
    cloud: buildCloudLane(drawn),
    wind: buildWindLane(drawn, units?.windSpeed ?? ''),
    pressure: buildPressureLane(drawn, units?.pressure ?? ''),
    air: buildAirLane(drawn),
  }
  const wrapped = wrappedAt(notes, width)
  const height = heightOf(bottom, wrapped)
  const gradient = colours(bands.get('temperature') as Band)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeMarkup(title)}"`,
    ` lang="${escapeMarkup(teller.locale)}" font-family="${FONT}" font-size="12" text-anchor="middle">`,
    `<style>${writeStyleSheet(theme)}</style>`,
    gradient === null
      ? ''
      : `<linearGradient id="degrees" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${gradient.from}" y2="${gradient.to}">${gradient.stops
          .map(([offset, colour]) => `<stop offset="${roundCoordinate(offset * 1_000) / 1_000}" class="d${colour}"/>`)
          .join('')}</linearGradient>`,
    '<pattern id="flakes" width="4" height="4" patternUnits="userSpaceOnUse"><circle class="flake" cx="2" cy="2" r="1.3"/></pattern>',
    `<rect class="back" width="${width}" height="${height}"/>`,
    `<path class="night" d="${nights(plan, bottom)}"/>`,
    header(plan, teller, bottom),
    ...[...bands].map(([name, band]) => nameOf(lanes[name], band.top - 9, plan) + lanes[name].draw(band)),
    ...slots(plan, weather, teller, bottom),
    ...wrapped.map((line, index) => drawLabel(8, bottom + NOTES + 8 + index * NOTE, line, 'soft', 'start')),
    '</svg>',
  ].join('')
}

/** Mean widths of a bold and of a plain character, and of a sample with the space beside it. */
const BOLD = 7.2
const PLAIN = 6.4
const SAMPLE = 34

/** The name of a lane with its unit at the left, what else it shows at the right of the hours. Where both have no room, the unit goes. */
function nameOf({ name, unit = '', also = [] }: Lane, y: number, { left, right, hours, days, hoursEnd, width }: Plan): string {
  const end = hours.length === 0 ? right : days.length === 0 ? width - 8 : hoursEnd
  const named = left + name.length * BOLD + unit.length * PLAIN
  const [first] = also
  const hasUnit = unit !== '' && (first === undefined || named <= end - widthOf(first))
  const samples = placeSamples(also, named, end).flatMap(({ name: what, kind, isArea, x }) => {
    const sample = isArea ? `M${roundCoordinate(x)} ${y - 9}v9h-20v-9z` : `M${roundCoordinate(x - 20)} ${y - 4}h20`
    return [drawLabel(x - 26, y, what, 'soft', 'end'), `<path class="${kind}" d="${sample}"/>`]
  })
  return [
    `<text x="${left}" y="${y}" class="strong" text-anchor="start">${escapeMarkup(name)}`,
    `${hasUnit ? ` <tspan class="soft" font-weight="400">${escapeMarkup(unit)}</tspan>` : ''}</text>`,
    ...samples,
  ].join('')
}

const widthOf = (sample: { readonly name: string }): number => sample.name.length * PLAIN + SAMPLE

/** The samples with their right ends, from `end` to the left: the first in any case, the others until one has no room right of `start`. */
function placeSamples<Sample extends { readonly name: string }>(
  samples: readonly Sample[],
  start: number,
  end: number,
): readonly (Sample & { readonly x: number })[] {
  const placed: (Sample & { readonly x: number })[] = []
  let x = end
  for (const sample of samples) {
    if (placed.length > 0 && x - widthOf(sample) < start) break
    placed.push({ ...sample, x })
    x -= widthOf(sample) + BOLD
  }
  return placed
}

function nights({ hours }: Plan, bottom: number): string {
  return hours
    .flatMap(({ point, x, width }) =>
      point.isDay === false
        ? [`M${roundCoordinate(x)} ${HEAD}h${roundCoordinate(width + 0.2)}V${bottom}h${roundCoordinate(-width - 0.2)}z`]
        : [],
    )
    .join('')
}

/** Widths of `Thu 26 Nov`, of `Thu`, and of `14:00` with the space beside them. */
const LONG_DAY = 78
const SHORT_DAY = 32
const HOUR = 42
/** Hours between two labels. */
const EVERY = [1, 2, 3, 4, 6, 12, 24]

/** Days and hours above the lanes, and where each day begins. */
function header({ hours, days, hourWidth, hoursEnd }: Plan, teller: Teller, bottom: number): string {
  const { zone } = teller
  const starts = hours.filter(({ day }, index) => day !== hours[index - 1]?.day)
  const every = EVERY.find((step) => step * hourWidth >= HOUR) ?? 24
  const lines = [...starts.slice(1), ...days].map(({ x }) => `M${roundCoordinate(x)} ${HEAD - 24}V${bottom}`)
  const nameOf = (day: string, room: number) =>
    room < SHORT_DAY ? '' : formatCalendarDay(day, room < LONG_DAY ? 'shortWeekday' : 'shortDay', teller)
  return [
    `<path class="day" d="${lines.join('')}"/>`,
    ...starts.map(({ day, x }, index) => drawLabel(x + 5, 16, nameOf(day, (starts[index + 1]?.x ?? hoursEnd) - x), 'strong', 'start')),
    ...hours
      .filter(({ point }) => toLocalHour(point.time, zone) % every === 0)
      .map(({ point, middle }) => drawLabel(middle, 34, formatHour(point.time, zone, teller), 'soft')),
    ...days.flatMap(({ day, middle }) => [
      drawLabel(middle, 16, formatCalendarDay(day, 'shortWeekday', teller), 'strong'),
      drawLabel(middle, 34, formatCalendarDay(day, 'date', teller), 'soft'),
    ]),
  ].join('')
}

/** An area for each hour and day with all its values as title: what a pointer shows, and what the page reads out. */
function slots(plan: Plan, weather: MeteogramWeather, teller: Teller, bottom: number): string[] {
  const { names, rows } = buildHourTable(weather, teller)
  const area = ({ x, width, day }: { readonly x: number; readonly width: number; readonly day: string }, lines: readonly string[]) =>
    `<rect class="slot" x="${roundCoordinate(x)}" y="${HEAD}" width="${roundCoordinate(width)}" height="${bottom - HEAD}" data-day="${day}"><title>${escapeMarkup(lines.join('\n'))}</title></rect>`
  return [
    ...plan.hours.map((slot, index) => area(slot, listHourLines(slot.point, names, rows[index] ?? [], teller))),
    ...plan.days.map((slot) => area(slot, weather.daily === null ? [] : listDayLines(slot.point, weather.daily.units, teller))),
  ]
}

/** The height of a picture of a width. */
export function createHeightMeasure(weather: MeteogramWeather, notes: readonly string[]): (width: number) => number {
  const { bottom } = layOut(weather)
  return (width) => heightOf(bottom, wrappedAt(notes, width))
}

const heightOf = (bottom: number, lines: readonly string[]): number => bottom + NOTES + lines.length * NOTE

function wrappedAt(notes: readonly string[], width: number): string[] {
  return notes.flatMap((note) => wrap(note, Math.floor((width - 16) / CHARACTER)))
}

/** Lines of at most so many characters, broken between words. */
function wrap(note: string, most: number): string[] {
  const lines: string[] = []
  for (const word of note.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= most) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The notes of a picture: whose weather, as of when and how old, the clock, and the credits that licences ask for. */
export function listMeteogramNotes({ hourly, daily, air }: MeteogramWeather, name: string, teller: Teller): string[] {
  const { t, zone } = teller
  const parts = [hourly, daily, air].filter((part) => part !== null)
  const oldest = parts.map(({ fetchedAt }) => fetchedAt).toSorted()[0]
  const isOld = parts.some(({ freshness }) => freshness === 'emergency')
  const credits = listAttributions(parts).map(({ text: credit, license }) => `${credit} (${license})`)
  const time = oldest === undefined ? [] : [t('meteogram.asOf', { time: formatDateTime(oldest, zone, teller) })]
  return [[name, ...time, ...(isOld ? [t('city.emergency')] : [])].join(' · '), describeLocalTimes(teller), ...new Set(credits)]
}
