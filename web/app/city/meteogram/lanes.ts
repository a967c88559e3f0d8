import { formatAmount, formatDegrees, formatNumber, formatShare } from '../../format/numbers.ts'
import { type BandPoint, drawBandArea, drawCurve, roundCoordinate, drawSurface } from '../charts/curve.ts'
import { type ChartHour, chooseFullAmount, drawFalls } from '../charts/hours-chart.ts'
import { type ScaleGradient, buildScaleGradient } from '../charts/temperature-scale.ts'
import { computeWindHeading } from '../view/now.ts'
import type { Teller } from '../view/teller.ts'
import type { Plan, Slot } from './plan.ts'
import { type Band, type Scale, buildLinearScale } from './scale.ts'
import { drawLabel } from './svg.ts'

/** A lane: what its name says, and how it is drawn. Units are those of the answers. */
export interface Lane {
  readonly name: string
  readonly unit?: string
  /** What else is drawn: its name, and the class and the shape of its sample; what matters most comes first. */
  readonly also?: readonly { readonly name: string; readonly kind: string; readonly isArea: boolean }[]
  readonly draw: (band: Band) => string
}

interface Drawn {
  readonly plan: Plan
  readonly teller: Teller
}

/** A point for each hour, by time; null where it is unknown or, between two points, where hours are missing. */
function listHourPoints<Point, Drawn>(
  slots: readonly Slot<Point>[],
  toPoint: (slot: Slot<Point>, index: number) => Drawn | null,
): (Drawn | null)[] {
  return slots.flatMap((slot, index) => {
    const before = slots[index - 1]
    const isAfterGap = before !== undefined && slot.x - before.x > slot.width * 1.5
    const point = toPoint(slot, index)
    return isAfterGap ? [null, point] : [point]
  })
}

/** The line through a value of each hour, by time: an hour that is missing or unknown interrupts it. */
export function listLinePoints<Point>(
  slots: readonly Slot<Point>[],
  value: (slot: Slot<Point>, index: number) => number | null,
  { y }: Scale,
) {
  return listHourPoints(slots, (slot, index) => {
    const known = value(slot, index)
    return known === null ? null : { x: slot.middle, y: y(known) }
  })
}

/** Between which the temperature of each hour is likely to lie; an hour that is missing, or without it, interrupts it. */
function listBandPoints(slots: Plan['hours'], { y }: Scale): (BandPoint | null)[] {
  return listHourPoints(slots, ({ middle, point: { temperatureLow: low, temperatureHigh: high } }) =>
    low === undefined || high === undefined ? null : { x: middle, top: y(high), bottom: y(low) },
  )
}

/** The values that are known. */
export const knownOf = (values: readonly (number | null | undefined)[]): number[] => values.filter((value) => typeof value === 'number')

/** Horizontal lines with their values on the left. */
export function drawAxis({ ticks, y }: Scale, { left, right }: Plan, textOf: (tick: number) => string): string {
  const lines = ticks.map((tick) => `M${left} ${roundCoordinate(y(tick))}H${roundCoordinate(right)}`).join('')
  const labels = ticks.map((tick) => drawLabel(left - 6, y(tick) + 4, textOf(tick), 'soft', 'end'))
  return `<path class="grid" d="${lines}"/>${labels.join('')}`
}

/** The share of a slot's width that what is drawn in it takes. */
const FILLED = 0.6

/** A short line across each day that has a value. */
function marks(plan: Plan, of: (slot: Plan['days'][number]) => number | null, { y }: Scale): string {
  return plan.days
    .map((slot) => {
      const value = of(slot)
      return value === null ? '' : `M${startIn(slot, FILLED)} ${roundCoordinate(y(value))}h${roundCoordinate(slot.width * FILLED)}`
    })
    .join('')
}

/** A column up to the value of each slot that has one. */
function columns<Point>(
  slots: readonly Slot<Point>[],
  of: (slot: Slot<Point>, index: number) => number | null,
  { y }: Scale,
  base: number,
  filled = FILLED,
): string {
  return slots
    .map((slot, index) => {
      const value = of(slot, index)
      return value === null
        ? ''
        : `M${startIn(slot, filled)} ${base}V${roundCoordinate(y(value))}h${roundCoordinate(slot.width * filled)}V${base}z`
    })
    .join('')
}

const startIn = ({ x, width }: Slot<unknown>, filled: number): number => roundCoordinate(x + (width * (1 - filled)) / 2)

/** The temperature, coloured by the scale of all pages; what it feels like as a thin line; a day from its lowest to its highest. */
export function buildTemperatureLane({ plan, teller }: Drawn, unit: string): { lane: Lane; colours: (band: Band) => ScaleGradient | null } {
  const { t, locale } = teller
  const all = knownOf([
    ...plan.hours.flatMap(({ point }) => [point.temperature, point.feelsLike, point.temperatureLow, point.temperatureHigh]),
    ...plan.days.flatMap(({ point }) => [point.temperatureMin, point.temperatureMax]),
  ])
  const hasBand = plan.hours.some(({ point }) => point.temperatureLow !== undefined)
  const scale = (band: Band) => buildLinearScale({ values: all, band, range: unit === '°F' ? 15 : 8, steps: 4 })
  const draw = (band: Band) => {
    const { y, ticks } = scale(band)
    const line = drawCurve(listLinePoints(plan.hours, ({ point }) => point.temperature, { y, ticks }))
    const feels = drawCurve(listLinePoints(plan.hours, ({ point }) => point.feelsLike, { y, ticks }))
    const ranges = plan.days.flatMap(({ point: { temperatureMin: min, temperatureMax: max }, middle }) => {
      const ends = knownOf([min, max]).map(y)
      if (ends.length === 0) return []
      const [top, bottom] = [Math.min(...ends), Math.max(...ends)]
      return [
        `<rect class="range" x="${roundCoordinate(middle - 5)}" y="${roundCoordinate(top - 1)}" width="10" height="${roundCoordinate(bottom - top + 2)}" rx="4"/>`,
        max === null ? '' : drawLabel(middle, top - 6, formatDegrees(max, locale), 'value'),
        min === null ? '' : drawLabel(middle, bottom + 15, formatDegrees(min, locale), 'soft'),
      ]
    })
    return [
      drawAxis({ y, ticks }, plan, (tick) => formatDegrees(tick, locale)),
      hasBand ? `<path class="likely" d="${drawBandArea(listBandPoints(plan.hours, { y, ticks }))}"/>` : '',
      `<path class="feels" d="${feels}"/><path class="warm" d="${line}"/>`,
      ...ranges,
      ...extremes(plan.hours).map(({ slot: { middle, point }, isHigh }) => {
        const x = Math.max(plan.left + LABEL_WIDTH / 2, Math.min(plan.hoursEnd - LABEL_WIDTH / 2, middle))
        return drawLabel(x, y(point.temperature ?? 0) + (isHigh ? -8 : 17), formatDegrees(point.temperature, locale), 'value')
      }),
    ].join('')
  }
  return {
    lane: {
      name: t('cityPage.temperature'),
      unit,
      also: [
        { name: t('cityPage.feelsLike'), kind: 'feels', isArea: false },
        ...(hasBand ? [{ name: t('meteogram.likely'), kind: 'likely', isArea: true }] : []),
      ],
      draw,
    },
    colours: (band) => (all.length === 0 ? null : buildScaleGradient(Math.min(...all), Math.max(...all), unit, scale(band).y)),
  }
}

/** Labels of one kind keep this distance in pixels. */
const LABEL_WIDTH = 34

/** The warmest and the coldest hour of each day, as far as the hours beside it are not warmer or colder: midnight is rarely a turning point. */
function extremes(hours: Plan['hours']) {
  const found: { slot: Plan['hours'][number]; isHigh: boolean }[] = []
  const temperatures = hours.map(({ point }) => point.temperature)
  for (const isHigh of [true, false]) {
    const isBeyond = (one: number, other: number | null | undefined) => typeof other === 'number' && (isHigh ? other > one : other < one)
    const best = new Map<string, number>()
    for (const [index, { day }] of hours.entries()) {
      const value = temperatures[index] ?? null
      const known = temperatures[best.get(day) ?? -1] ?? null
      if (value !== null && (known === null || isBeyond(known, value))) best.set(day, index)
    }
    for (const index of best.values()) {
      const [slot, value] = [hours[index], temperatures[index] ?? 0]
      if (slot === undefined || isBeyond(value, temperatures[index - 1]) || isBeyond(value, temperatures[index + 1])) continue
      if (!found.some((other) => other.isHigh === isHigh && Math.abs(other.slot.middle - slot.middle) < LABEL_WIDTH))
        found.push({ slot, isHigh })
    }
  }
  return found
}

type Fall = Pick<ChartHour, 'precipitation' | 'snow'>

/** Amounts as bars, snow with a pattern: of hours on the scale at the left, of days by their number. The chance as an area, on the scale at the right. */
export function buildRainLane({ plan, teller }: Drawn, unit: string): Lane {
  const { t, locale } = teller
  const { hours, days } = plan
  const full = chooseFullAmount(
    hours.map(({ point }) => point.precipitation),
    unit,
  )
  const fullDay = chooseFullAmount(
    days.map(({ point }) => point.precipitation),
    unit,
  )
  const draw = (band: Band) => {
    const { top, bottom } = band
    const height = bottom - top
    const chance: Scale = { y: (value) => bottom - value * height, ticks: [] }
    const scale: Scale = { y: (value) => bottom - (value / full) * height, ticks: [0, full] }
    const bar = ({ point, x, width }: Slot<Fall>, most: number, spare: number) => {
      const { bars, snows } = drawFalls([point], { full: most, step: width, width: width * spare, baseY: bottom, height })
      const draw = (kind: string, path: string) =>
        path === '' ? '' : `<path class="${kind}" transform="translate(${roundCoordinate(x)} 0)" d="${path}"/>`
      return draw('snow', snows) + draw('rain', bars)
    }
    return [
      drawAxis(scale, plan, (tick) => formatNumber(tick, tick > 0 && tick < 1 ? 1 : 0, locale)),
      drawLabel(plan.right + 6, top + 4, formatShare(1, locale), 'soft', 'start'),
      `<path class="chance" d="${drawSurface(
        listLinePoints(hours, ({ point }) => point.precipitationProbability, chance),
        bottom,
      )}"/>`,
      ...hours.map((slot) => bar(slot, full, 0.7)),
      ...days.map((slot) => {
        const { precipitation, snow, precipitationProbability: likely } = slot.point
        const high = Math.min(1, (precipitation ?? 0) / fullDay) * height * 0.6
        const y = Math.max(top + 22, bottom - high - 4)
        return [
          bar({ ...slot, point: { precipitation: lower(precipitation), snow: lower(snow) } }, fullDay, 0.4),
          (precipitation ?? 0) > 0 ? drawLabel(slot.middle, y, formatAmount(precipitation, unit, locale), 'value') : '',
          likely === null ? '' : drawLabel(slot.middle, top - 5, formatShare(likely, locale), 'blue'),
        ].join('')
      }),
    ].join('')
  }
  return { name: t('cityPage.rain'), unit, also: [{ name: t('cityPage.chance'), kind: 'chance', isArea: true }], draw }
}

/** Leaves room for a day's amount above its bar. */
const lower = (amount: number | null): number | null => (amount === null ? null : amount * 0.6)

/** Cloud cover as an area, from none to all of the sky. */
export function buildCloudLane({ plan, teller }: Drawn): Lane {
  const { t, locale } = teller
  const draw = ({ top, bottom }: Band) => {
    const scale: Scale = { y: (value) => bottom - (value / 100) * (bottom - top), ticks: [0, 100] }
    const days = columns(plan.days, ({ point }) => point.cloudCover, scale, bottom)
    return (
      drawAxis(scale, plan, (tick) => formatShare(tick / 100, locale)) +
      `<path class="cloud" d="${drawSurface(
        listLinePoints(plan.hours, ({ point }) => point.cloudCover, scale),
        bottom,
      )}${days}"/>`
    )
  }
  return { name: t('city.cloud'), draw }
}

const ARROWS = 26

/** Speed as a line, gusts as an area behind it, and arrows that blow with the wind. A day has a line for its wind and a bar to its gusts. */
export function buildWindLane({ plan, teller }: Drawn, unit: string): Lane {
  const { t, locale } = teller
  const { hours, days, hourWidth } = plan
  const values = knownOf([...hours, ...days].flatMap(({ point }) => [point.windSpeed, point.windGust]))
  const every = Math.ceil(20 / hourWidth)
  const draw = (band: Band) => {
    const { bottom } = band
    const scale = buildLinearScale({ values, band: { top: band.top, bottom: bottom - ARROWS }, range: unit === 'm/s' ? 5 : 15, from: 0 })
    const base = bottom - ARROWS
    const gusts = drawSurface(
      listLinePoints(hours, ({ point }) => point.windGust, scale),
      base,
    )
    const gustDays = columns(days, ({ point }) => point.windGust, scale, base)
    const arrows = [...hours.filter((_, index) => index % every === Math.floor(every / 2)), ...days].map(({ point, middle }) =>
      point.windDirection === null
        ? ''
        : `<path class="arrow" transform="translate(${roundCoordinate(middle)} ${bottom - 9}) rotate(${computeWindHeading(point.windDirection)})" d="M0 7V-7M-4-3L0-7L4-3"/>`,
    )
    return [
      drawAxis(scale, plan, (tick) => formatNumber(tick, 0, locale)),
      `<path class="gust" d="${gusts}${gustDays}"/>`,
      `<path class="wind" d="${drawCurve(listLinePoints(hours, ({ point }) => point.windSpeed, scale))}${marks(plan, ({ point }) => point.windSpeed, scale)}"/>`,
      ...arrows,
    ].join('')
  }
  return { name: t('cityPage.wind'), unit, also: [{ name: t('cityPage.gusts'), kind: 'gust', isArea: true }], draw }
}

export function buildPressureLane({ plan, teller }: Drawn, unit: string): Lane {
  const values = knownOf([...plan.hours, ...plan.days].map(({ point }) => point.pressure))
  const decimals = unit === 'inHg' ? 1 : 0
  const draw = (band: Band) => {
    const scale = buildLinearScale({ values, band, range: unit === 'inHg' ? 0.3 : 10, steps: 1.5 })
    return (
      drawAxis(scale, plan, (tick) => formatNumber(tick, decimals, teller.locale)) +
      `<path class="pressure" d="${drawCurve(listLinePoints(plan.hours, ({ point }) => point.pressure, scale))}${marks(plan, ({ point }) => point.pressure, scale)}"/>`
    )
  }
  return { name: teller.t('cityPage.pressure'), unit, draw }
}

/** The index of the place's own system, as bars. */
export function buildAirLane({ plan, teller }: Drawn): Lane {
  const values = knownOf(plan.air)
  const draw = (band: Band) => {
    const scale = buildLinearScale({ values, band, range: 50, from: 0, steps: 2 })
    const hours = columns(plan.hours, (_, index) => plan.air[index] ?? null, scale, band.bottom, 0.7)
    return drawAxis(scale, plan, (tick) => formatNumber(tick, 0, teller.locale)) + `<path class="air" d="${hours}"/>`
  }
  return { name: teller.t('air.name'), draw }
}
