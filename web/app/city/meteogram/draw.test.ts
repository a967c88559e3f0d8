import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { getTranslator } from '../../../../src/messages/messages.ts'
import { drawElements, FROM, LOOK, selectElementsByClass, buildMeteogramWeather } from '../testing/meteogram.ts'
import { EN, normaliseSpaces } from '../testing/teller.ts'
import { buildTestDaily, buildTestHourly } from '../testing/weather.ts'
import type { Air } from '../weather.ts'
import { drawMeteogram, createHeightMeasure, listMeteogramNotes } from './draw.ts'
import { planMeteogram } from './plan.ts'
import type { MeteogramWeather } from './values.ts'

/** The lines of a path of moves and curves, as the points that they pass through. */
function linesOf(path: string): [number, number][][] {
  const lines: [number, number][][] = []
  for (const [, command, given = ''] of path.matchAll(/([Mch])([^Mch]*)/g)) {
    const numbers = given.trim().split(/[ ,]/).map(Number)
    const [x, y] = lines.at(-1)?.at(-1) ?? [0, 0]
    if (command === 'M') lines.push([[numbers[0] ?? 0, numbers[1] ?? 0]])
    else if (command === 'c') lines.at(-1)?.push([x + (numbers[4] ?? 0), y + (numbers[5] ?? 0)])
  }
  return lines
}

const value = (min: number, max: number) => fc.option(fc.integer({ min, max }), { freq: 5 })
const hours = fc.array(
  fc.record({
    temperature: value(-30, 40),
    precipitation: value(0, 9),
    precipitationProbability: fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)),
    windGust: value(0, 90),
    isMissing: fc.integer({ min: 0, max: 6 }).map((dice) => dice === 0),
  }),
  { minLength: 1, maxLength: 60 },
)

describe('a meteogram', () => {
  it('shows each hour’s values where the hour is, and no value for what is unknown or missing', () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: 280, max: 2_000 }), (all, width) => {
        const weather = buildMeteogramWeather(all)
        const series = weather.hourly?.points.filter((_, index) => all[index]?.isMissing !== true) ?? []
        fc.pre(series.length > 0)
        const given = { ...weather, hourly: { ...(weather.hourly as NonNullable<MeteogramWeather['hourly']>), points: series } }
        const elements = drawElements(given, { width })
        const slots = planMeteogram(given, EN.zone, width).hours
        assert.deepEqual(
          slots.map(({ point }) => point),
          series.slice(0, slots.length),
        )

        const titles = selectElementsByClass(elements, 'slot').map(({ text }) => normaliseSpaces(text)?.split('\n'))
        assert.equal(titles.length, slots.length)
        for (const [index, { point }] of slots.entries()) {
          const { temperature, precipitationProbability: chance } = point
          assert.ok(
            titles[index]?.includes(`Temperature: ${temperature === null ? 'not known' : `${temperature}°`.replace('-', '−')}`),
            String(titles[index]),
          )
          assert.ok(titles[index]?.includes(`Chance: ${chance === null ? 'not known' : `${Math.round(chance * 100)}%`}`))
        }

        // One curve for each run of known hours, through the middle of each hour, on one linear scale.
        const points = linesOf(selectElementsByClass(elements, 'warm')[0]?.attributes.d ?? '').flat()
        const known = slots.filter(({ point }) => point.temperature !== null)
        assert.equal(points.length, known.length)
        const runs = known.filter(({ x }, index) => index === 0 || x - (known[index - 1]?.x ?? 0) > (slots[0]?.width ?? 0) * 1.5)
        assert.equal(linesOf(selectElementsByClass(elements, 'warm')[0]?.attributes.d ?? '').length, runs.length)
        const [first, warmer] = [known[0], known.find(({ point }) => point.temperature !== known[0]?.point.temperature)]
        for (const [index, { middle, point }] of known.entries()) {
          assert.ok(Math.abs((points[index]?.[0] ?? 0) - middle) < 1 + index * 0.05, 'x')
          if (first === undefined || warmer === undefined) continue
          const [y0, y1] = [points[0]?.[1] ?? 0, points[known.indexOf(warmer)]?.[1] ?? 0]
          const share =
            ((point.temperature ?? 0) - (first.point.temperature ?? 0)) / ((warmer.point.temperature ?? 0) - (first.point.temperature ?? 0))
          assert.ok(Math.abs((points[index]?.[1] ?? 0) - (y0 + share * (y1 - y0))) < 1 + Math.abs(share), 'y')
        }

        // A bar for each hour with rain, as high as its share of the fullest.
        const bars = selectElementsByClass(elements, 'rain').map(({ attributes }) => [
          Number(/translate\(([\d.]+)/.exec(attributes.transform ?? '')?.[1]),
          Number(/v-([\d.]+)/.exec(attributes.d ?? '')?.[1]),
        ])
        const wet = slots.filter(({ point }) => (point.precipitation ?? 0) > 0)
        const full = [2, 5, 10].find((most) => slots.every(({ point }) => (point.precipitation ?? 0) <= most)) ?? 0
        assert.equal(bars.length, wet.length)
        for (const [index, { x, point }] of wet.entries()) {
          assert.ok(Math.abs((bars[index]?.[0] ?? 0) - x) < 0.06)
          assert.ok(Math.abs((bars[index]?.[1] ?? 0) - ((point.precipitation ?? 0) / full) * 62) < 0.06)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('has the days that the hours do not cover to their end, with their extremes and amounts', () => {
    const days = buildTestDaily(
      Array.from({ length: 8 }, (_, index) => ({
        date: `2026-11-${21 + index}`,
        temperatureMin: -index,
        temperatureMax: 10 + index,
        precipitation: index,
      })),
    )
    const weather = buildMeteogramWeather(
      Array.from({ length: 48 }, () => ({ temperature: 5 })),
      { daily: days },
    )
    const elements = drawElements(weather)
    const daySlots = selectElementsByClass(elements, 'slot').slice(48)
    assert.deepEqual(
      daySlots.map(({ text }) => text.split('\n')[0]),
      [
        'Monday 23 November',
        'Tuesday 24 November',
        'Wednesday 25 November',
        'Thursday 26 November',
        'Friday 27 November',
        'Saturday 28 November',
      ],
    )
    assert.match(normaliseSpaces(daySlots[1]?.text) ?? '', /Highest: 13°\nLowest: −3°\nRain or snow: 3\.0 mm\n/)
    assert.equal(selectElementsByClass(elements, 'range').length, 6)
    assert.deepEqual(
      daySlots.map(({ attributes }) => attributes['data-day']),
      ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'],
    )
    // A Sunday whose last hour is known needs no day of its own.
    const toMidnight = buildMeteogramWeather(
      Array.from({ length: 38 }, () => ({})),
      { daily: days },
    )
    assert.equal(planMeteogram(toMidnight, EN.zone, 1_168).days[0]?.day, '2026-11-23')
  })

  it('leaves out days, then the last hours, where it is narrow; nothing overlaps or leaves the picture', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 384 }), fc.integer({ min: 0, max: 8 }), fc.integer({ min: 280, max: 2_000 }), (n, m, width) => {
        const days = m === 0 ? null : buildTestDaily(Array.from({ length: m }, (_, index) => ({ date: `2026-12-${10 + index}` })))
        const plan = planMeteogram(
          buildMeteogramWeather(
            Array.from({ length: n }, () => ({})),
            { daily: days },
          ),
          EN.zone,
          width,
        )
        const all = [...plan.hours, ...plan.days]
        for (const [index, { x, width: wide }] of all.entries()) {
          assert.ok(wide >= 1.4 - 1e-9 && x + wide <= (all[index + 1]?.x ?? width) + 1e-6)
        }
        if (plan.hours.length < n) assert.equal(plan.days.length, 0)
      }),
    )
  })

  it('has as many hours as a day has when clocks change, and the place’s own midnights', () => {
    const hoursOf = (from: string, zone: string) => {
      const weather = {
        hourly: buildTestHourly(
          from,
          Array.from({ length: 48 }, () => ({})),
        ),
        daily: null,
        air: null,
      }
      const { hours: slots } = planMeteogram(weather, zone, 1_168)
      return [...Map.groupBy(slots, ({ day }) => day)].map(([day, { length }]) => [day, length])
    }
    assert.deepEqual(hoursOf('2026-10-24T21:00:00Z', 'Europe/Berlin'), [
      ['2026-10-24', 1],
      ['2026-10-25', 25],
      ['2026-10-26', 22],
    ])
    assert.deepEqual(hoursOf('2026-03-28T22:00:00Z', 'Europe/Berlin').slice(0, 2), [
      ['2026-03-28', 1],
      ['2026-03-29', 23],
    ])
    assert.deepEqual(hoursOf('2026-11-21T18:30:00Z', 'Asia/Kolkata').slice(0, 1), [['2026-11-22', 24]])
  })

  it('has lanes only for what is known, and is as high as the page says', () => {
    const names = (weather: MeteogramWeather) =>
      selectElementsByClass(drawElements(weather), 'strong').map(({ text }) => normaliseSpaces(text))
    const bare = buildMeteogramWeather([{ temperature: 1 }])
    assert.deepEqual(names(bare), ['Sat', 'Temperature °C', 'Rain or snow mm', 'Wind km/h'])
    const air = {
      ...bare.hourly,
      localIndex: 'usIndex',
      points: [{ time: FROM, usIndex: { value: 42, category: 'good' } }],
    } as unknown as Air
    const rich = buildMeteogramWeather([{ temperature: 1, cloudCover: 50, pressure: 1_013 }], { air })
    assert.deepEqual(names(rich).slice(3), ['Cloud', 'Wind km/h', 'Pressure hPa', 'Air quality'])
    assert.match(selectElementsByClass(drawElements(rich), 'slot')[0]?.text ?? '', /Air quality: US AQI 42 \(good\)$/)
    for (const weather of [bare, rich])
      assert.equal(Number(drawElements(weather)[0]?.attributes.height), createHeightMeasure(weather, LOOK.notes)(LOOK.width))
  })

  it('leaves out a unit that has no room next to its lane’s names', () => {
    const teller = { ...EN, t: getTranslator('de').t, lang: 'de', locale: 'de-DE' } as const
    const rain = (width: number) => drawMeteogram(buildMeteogramWeather(Array.from({ length: 48 }, () => ({}))), teller, { ...LOOK, width })
    assert.match(rain(328), />Regen oder Schnee<\/text>/)
    assert.match(rain(600), />Regen oder Schnee <tspan[^>]*>mm</)
  })

  it('shades nights, and only known ones', () => {
    const weather = buildMeteogramWeather([{ isDay: true }, { isDay: false }, { isDay: null }, { isDay: false }])
    assert.equal(selectElementsByClass(drawElements(weather), 'night')[0]?.attributes.d?.match(/M/g)?.length, 2)
  })

  it('is drawn without any value at all', () => {
    const elements = drawElements(buildMeteogramWeather([{}, {}]))
    assert.ok(!elements.some(({ attributes }) => /NaN|Infinity|undefined/.test(Object.values(attributes).join(' '))))
    assert.equal(linesOf(selectElementsByClass(elements, 'warm')[0]?.attributes.d ?? '').length, 0)
  })

  it('keeps any text as text', () => {
    const hostile = '</text><script>alert("1")</script>&\u0000'
    const elements = drawElements(buildMeteogramWeather([{ description: hostile }]), { title: hostile, notes: [hostile] })
    assert.ok(!elements.some(({ name }) => name === 'script'))
    assert.equal(elements[0]?.attributes['aria-label'], hostile.replace('\u0000', ''))
  })

  it('states whose weather, as of when, in whose time, and each credit once; out of date is said', () => {
    const weather = buildMeteogramWeather([{}], { daily: buildTestDaily([{ date: '2026-11-21' }], { fetchedAt: '2026-11-21T08:00:00Z' }) })
    assert.deepEqual(listMeteogramNotes(weather, 'Berlin', EN).map(normaliseSpaces), [
      'Berlin · As of Sat 21 Nov, 09:00',
      'All times are local time (Europe/Berlin).',
      'Weather data provided by OpenWeather (CC BY-SA 4.0)',
    ])
    const old = { ...weather, daily: buildTestDaily([{ date: '2026-11-21' }], { freshness: 'emergency' }) }
    assert.match(listMeteogramNotes(old, 'Berlin', EN)[0] ?? '', /out of date: the provider is not responding/)
  })

  it('has its notes below the lanes, in lines that fit', () => {
    const notes = [Array.from({ length: 40 }, () => 'word').join(' '), 'Berlin']
    for (const width of [328, 1_168]) {
      const elements = drawElements(buildMeteogramWeather([{ temperature: 1 }]), { width, notes })
      const lines = elements.filter(({ name, attributes, text }) => name === 'text' && attributes.x === '8' && /word|Berlin/.test(text))
      assert.equal(lines.map(({ text }) => text).join(' '), notes.join(' '))
      assert.ok(
        lines.every(({ text }) => text.length * 5 < width),
        'they are short enough',
      )
      const ys = lines.map(({ attributes }) => Number(attributes.y))
      const bottom = Math.max(
        ...selectElementsByClass(elements, 'slot').map(({ attributes }) => Number(attributes.y) + Number(attributes.height)),
      )
      assert.ok(
        ys.every((y, index) => y > (ys[index - 1] ?? bottom) + 8 && y < Number(elements[0]?.attributes.height)),
        String(ys),
      )
    }
  })

  it('is in the reader’s language and clock, in each theme or the device’s', () => {
    const teller = { ...EN, t: getTranslator('de').t, lang: 'de', locale: 'de-DE', hour12: true } as const
    const svg = drawMeteogram(buildMeteogramWeather([{ temperature: 1.4 }]), teller, { ...LOOK, theme: 'auto' })
    assert.match(svg, /Temperatur: 1°/)
    assert.match(svg, /@media \(prefers-color-scheme:dark\)/)
    assert.match(drawMeteogram(buildMeteogramWeather([{}]), EN, { ...LOOK, theme: 'dark' }), /\.back\{fill:#171e27\}/)
    assert.doesNotMatch(drawMeteogram(buildMeteogramWeather([{}]), EN, LOOK), /@media/)
  })

  it('has a style for each class that is drawn', () => {
    const point = { temperature: 1, isDay: false, precipitation: 1, windGust: 9, windDirection: 90, cloudCover: 5, pressure: 1_000 }
    const days = buildTestDaily([{ date: '2026-11-22', temperatureMin: 1, temperatureMax: 2, precipitationProbability: 0.5 }])
    const elements = drawElements(buildMeteogramWeather([point, point], { daily: days }))
    const styles = elements.find(({ name }) => name === 'style')?.text ?? ''
    const classes = new Set(elements.flatMap(({ attributes }) => attributes.class ?? []))
    assert.deepEqual(
      [...classes].filter((name) => !new RegExp(`\\.${name}\\b[^}]*\\{[a-z-]+:`).test(styles)),
      [],
    )
    assert.ok(classes.size > 15, String(classes.size))
  })

  it('has a ground, and a grid with a line for each labelled value', () => {
    const elements = drawElements(buildMeteogramWeather([{ temperature: 1 }, { temperature: 7 }]))
    const [back] = selectElementsByClass(elements, 'back')
    assert.equal(back?.attributes.width, String(LOOK.width))
    const grids = selectElementsByClass(elements, 'grid')
    assert.ok(grids.length > 0)
    for (const { attributes } of grids) assert.match(attributes.d ?? '', /^(?:M\d+ [\d.]+H[\d.]+)+$/)
  })
})

describe('the likely range of a meteogram', () => {
  const banded = Array.from({ length: 24 }, (_, hour) => ({
    temperature: 10 + hour / 4,
    temperatureLow: 8 + hour / 4,
    temperatureHigh: 13 + hour / 4,
  }))

  it('is an area around the line with its name, and a column of the hours', () => {
    const elements = drawElements(buildMeteogramWeather(banded))
    const [area, sample] = selectElementsByClass(elements, 'likely').toSorted(
      (a, b) => (b.attributes.d ?? '').length - (a.attributes.d ?? '').length,
    )
    assert.ok(area?.attributes.d?.startsWith('M') && area.attributes.d.endsWith('Z') && sample !== undefined)
    assert.ok(elements.some(({ text }) => text === 'Likely range'))
    const [slot] = selectElementsByClass(elements, 'slot')
    assert.match(String(normaliseSpaces(slot?.text ?? '')), /Likely range: 8° to 13°/)
  })

  it('is nowhere where it is not known, and is interrupted where an hour lacks it', () => {
    const without = drawElements(buildMeteogramWeather(banded.map(({ temperature }) => ({ temperature }))))
    assert.deepEqual(selectElementsByClass(without, 'likely'), [])
    assert.ok(!without.some(({ text }) => text.includes('Likely range')))
    const broken = banded.map((each, hour) => (hour === 12 ? { temperature: each.temperature } : each))
    const areas = selectElementsByClass(drawElements(buildMeteogramWeather(broken)), 'likely').map(({ attributes }) => attributes.d ?? '')
    assert.ok(areas.some((path) => (path.match(/M/g) ?? []).length === 2))
  })
})
