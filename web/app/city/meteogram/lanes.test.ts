import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawElements, type Element, LOOK, selectElementsByClass, buildMeteogramWeather } from '../testing/meteogram.ts'
import { EN } from '../testing/teller.ts'
import { buildTestDaily } from '../testing/weather.ts'
import { planMeteogram } from './plan.ts'

describe('the lanes of a meteogram', () => {
  it('draw days as short lines in the middle of their slots, with the chance of rain in its own colour', () => {
    const days = buildTestDaily(
      ['2026-11-21', '2026-11-22', '2026-11-23'].map((date) => ({
        date,
        temperatureMin: 1,
        temperatureMax: 5,
        windSpeed: 20,
        pressure: 1_000,
        precipitation: 2,
        precipitationProbability: 0.4,
      })),
    )
    const weather = buildMeteogramWeather([], { daily: days })
    const elements = drawElements(weather)
    const slots = planMeteogram(weather, EN.zone, LOOK.width).days
    const [wind] = selectElementsByClass(elements, 'wind').map(({ attributes }) => [
      ...(attributes.d ?? '').matchAll(/M([\d.]+) [\d.]+h([\d.]+)/g),
    ])
    assert.equal(wind?.length, slots.length)
    for (const [index, [, x = 0, width = 0]] of (wind ?? []).entries()) {
      const slot = slots[index]
      assert.ok(Math.abs(Number(width) - (slot?.width ?? 0) * 0.6) < 0.1)
      assert.ok(Math.abs(Number(x) + Number(width) / 2 - (slot?.middle ?? 0)) < 0.2)
    }
    assert.ok(selectElementsByClass(elements, 'blue').some(({ text }) => text === '40%'))
  })

  it('draw hours and days of a lane on one scale, whose lines are labelled on the left', () => {
    const point = { cloudCover: 25, precipitation: 1, precipitationProbability: 0.25, windSpeed: 20, windGust: 40, windDirection: 90 }
    const dates = ['2026-11-23', '2026-11-24', '2026-11-25']
    const days = buildTestDaily(dates.map((date) => ({ ...point, date, temperatureMin: -12, temperatureMax: 18, pressure: 1_020 })))
    const hours = Array.from({ length: 48 }, () => ({ ...point, temperature: 3, feelsLike: 1, pressure: 1_000 }))
    const elements = drawElements(buildMeteogramWeather(hours, { daily: days }))
    const axes = axesOf(elements)
    assert.deepEqual(
      axes.map(({ values }) => [values[0], values.at(-1)]),
      [
        ['−20°', '20°'],
        ['0', '2'],
        ['0%', '100%'],
        ['0', '40'],
        ['1,000', '1,020'],
      ],
    )
    const [temperature, rain, cloud, wind, pressure] = axes.map(({ values, lines }) => {
      const [low, high] = [values[0], values.at(-1)].map((text) => Number(text?.replace('−', '-').replace(/[,°%]/g, '')))
      const [bottom, top] = [lines[0] ?? 0, lines.at(-1) ?? 0]
      return (value: number) => bottom - ((value - (low ?? 0)) / ((high ?? 0) - (low ?? 0))) * (bottom - top)
    })
    const near = (found: number | string | undefined, expected: number | undefined, what: string) =>
      assert.ok(Math.abs(Number(found) - (expected ?? Number.NaN)) < 0.2, `${what}: ${found}, not ${expected}`)
    const firstY = (name: string) => /^M[\d.]+ ([\d.]+)/.exec(pathOf(elements, name))?.[1]

    near(firstY('warm'), temperature?.(3), 'temperature')
    near(firstY('feels'), temperature?.(1), 'feels like')
    near(firstY('wind'), wind?.(20), 'wind')
    near(firstY('pressure'), pressure?.(1_000), 'pressure')
    for (const [name, expected] of [
      ['wind', wind?.(20)],
      ['pressure', pressure?.(1_020)],
    ] as const)
      for (const [, y] of pathOf(elements, name).matchAll(/M[\d.]+ ([\d.]+)h/g)) near(y, expected, `${name} of a day`)
    for (const [name, expected] of [
      ['gust', wind?.(40)],
      ['cloud', cloud?.(25)],
    ] as const) {
      const columns = [...pathOf(elements, name).matchAll(/M[\d.]+ [\d.]+V([\d.]+)h/g)]
      near(firstY(name), expected, name)
      assert.equal(columns.length, dates.length)
      for (const [, y] of columns) near(y, expected, `${name} of a day`)
    }
    // The scale at the left is of amounts, up to 2 mm.
    near(firstY('chance'), rain?.(0.25 * 2), 'chance')
    for (const { attributes } of selectElementsByClass(elements, 'range')) {
      near(Number(attributes.y) + 1, temperature?.(18), 'highest')
      near(Number(attributes.y) + Number(attributes.height) - 1, temperature?.(-12), 'lowest')
    }
    const named = (text: string) => elements.filter((element) => element.name === 'text' && element.text === text)
    assert.deepEqual(
      [named('18°'), named('−12°')].map((found) => found.map(({ attributes }) => [attributes.class, attributes['text-anchor']])),
      [dates.map(() => ['value', undefined]), dates.map(() => ['soft', undefined])],
    )
    // It blows from the east.
    for (const { attributes } of selectElementsByClass(elements, 'arrow')) assert.match(attributes.transform ?? '', /rotate\(270\)$/)
  })

  it('have a shorter scale for winds in metres per second, and no label for an extreme that is not known', () => {
    const weather = buildMeteogramWeather([{ windSpeed: 1, windGust: 1 }], {
      daily: buildTestDaily([{ date: '2026-11-22', temperatureMin: 2 }]),
    })
    const top = (windSpeed: string) => {
      const given = { ...weather, hourly: weather.hourly && { ...weather.hourly, units: { ...weather.hourly.units, windSpeed } } }
      return axesOf(drawElements(given)).at(-1)?.values.at(-1)
    }
    assert.deepEqual({ topKmH: top('km/h'), topMS: top('m/s') }, { topKmH: '15', topMS: '6' })
    const texts = drawElements(weather).filter(({ name }) => name === 'text')
    assert.deepEqual(
      texts.filter(({ attributes }) => attributes.class === 'value').map(({ text }) => text),
      [],
    )
  })
})

/** The path of a class; a lane's name has a sample of it before. */
const pathOf = (elements: readonly Element[], name: string): string => selectElementsByClass(elements, name).at(-1)?.attributes.d ?? ''

/** The labels and the heights of the lines of each lane's scale, from below. */
function axesOf(elements: readonly Element[]) {
  return selectElementsByClass(elements, 'grid').map((grid) => {
    const lines = [...(grid.attributes.d ?? '').matchAll(/M\d+ ([\d.]+)H/g)].map(([, y]) => Number(y))
    const at = elements.indexOf(grid) + 1
    const labels = elements.slice(at, at + lines.length)
    assert.ok(labels.every(({ attributes }) => attributes['text-anchor'] === 'end' && attributes.class === 'soft'))
    return { lines, values: labels.map(({ text }) => text) }
  })
}
