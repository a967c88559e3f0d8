import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import fc from 'fast-check'
import { decodeOneCall } from './schema.ts'
import { transformOneCall } from './transform.ts'

const NOW = Date.parse('2026-09-19T10:12:30Z')

function read(fixture: string, latitude = 52.52) {
  const answer = decodeOneCall(JSON.parse(readFileSync(new URL(`./fixtures/${fixture}.json`, import.meta.url), 'utf8')), NOW)
  assert.ok(answer !== null)
  return transformOneCall(answer, toCell(latitude, 0))
}

describe('a complete answer', () => {
  const { scopes, timezone, utcOffsetSeconds } = read('all-blocks')

  it('fills the five scopes', () => {
    assert.deepEqual({ timezone, utcOffsetSeconds }, { timezone: 'Europe/Berlin', utcOffsetSeconds: 7_200 })
    assert.deepEqual(Object.keys(scopes).toSorted(), ['alert', 'current', 'daily', 'hourly', 'minutely'])
  })

  it('uses the main condition, the rain object, and the sun to tell day from night', () => {
    const { current } = scopes
    assert.deepEqual(
      {
        condition: current?.condition,
        providerCode: current?.providerCode,
        rain: current?.rain,
        snow: current?.snow,
        precipitation: current?.precipitation,
        isDay: current?.isDay,
      },
      { condition: 'rain', providerCode: 501, rain: 3.46, snow: null, precipitation: 3.46, isDay: true },
    )
    assert.deepEqual(
      { observedAt: current?.observedAt, sunrise: current?.sunrise, windGust: current?.windGust },
      { observedAt: '2026-09-19T10:12:05Z', sunrise: '2026-09-19T05:00:00Z', windGust: null },
    )
  })

  it('leaves absent amounts null, and adds up rain and snow if there is one', () => {
    assert.deepEqual(
      scopes.hourly?.points.map(({ rain, snow, precipitation }) => [rain, snow, precipitation]),
      [
        [0.13, null, 0.13],
        [null, null, null],
        [0.1, 0.2, 0.3],
        [null, null, null],
      ],
    )
    assert.deepEqual(
      scopes.daily?.points.map(({ rain, snow, precipitation }) => [rain, snow, precipitation]),
      [
        [0.1, 0.2, 0.3],
        [null, null, null],
      ],
    )
  })

  it('leaves other absent measurements and unknown conditions null', () => {
    const [, , sleet, unknown] = scopes.hourly?.points ?? []
    assert.deepEqual(
      { visibility: sleet?.visibility, windGust: sleet?.windGust, condition: sleet?.condition, isDay: sleet?.isDay },
      { visibility: null, windGust: null, condition: 'sleet', isDay: false },
    )
    assert.deepEqual({ condition: unknown?.condition, providerCode: unknown?.providerCode }, { condition: null, providerCode: 999 })
  })

  it('returns 60 of 61 minutes', () => {
    assert.equal(scopes.minutely?.available, true)
    assert.equal(scopes.minutely?.points.length, 60)
    assert.deepEqual(scopes.minutely?.points[2], { time: '2026-09-19T10:15:00Z', precipitation: 0.25 })
  })

  it('dates days in the zone, and reads moonrise 0 as none', () => {
    const [first, second] = scopes.daily?.points ?? []
    assert.deepEqual(
      { firstDate: first?.date, time: first?.time, secondDate: second?.date },
      { firstDate: '2026-09-19', time: '2026-09-18T22:00:00Z', secondDate: '2026-09-20' },
    )
    assert.deepEqual({ moonrise: first?.moonrise, moonset: first?.moonset }, { moonrise: null, moonset: '2026-09-19T09:10:00Z' })
    assert.deepEqual(
      { firstSummary: first?.summary, secondSummary: second?.summary },
      { firstSummary: 'Expect a day of rain and snow', secondSummary: null },
    )
  })
})

describe('several conditions of one hour', () => {
  const { hourly } = JSON.parse(readFileSync(new URL('./fixtures/all-blocks.json', import.meta.url), 'utf8')) as { hourly: object[] }
  const body = JSON.parse(readFileSync(new URL('./fixtures/all-blocks.json', import.meta.url), 'utf8')) as object
  const hourWith = (ids: readonly number[]) => {
    const weather = ids.map((id) => ({ id, main: '', description: '', icon: '10d' }))
    const answer = decodeOneCall({ ...body, hourly: [{ ...hourly[0], weather }] }, NOW)
    assert.ok(answer !== null)
    return transformOneCall(answer, toCell(52.52, 0)).scopes.hourly?.points[0]
  }
  const harmless = fc.uniqueArray(fc.constantFrom<number>(300, 500, 501, 701, 741, 800, 804), { minLength: 1, maxLength: 2 })

  it('give the first if none is dangerous', () => {
    fc.assert(fc.property(harmless, (ids) => assert.equal(hourWith(ids)?.providerCode, ids[0])))
  })

  it('give the dangerous one, in whichever place', () => {
    const danger = fc.constantFrom([200, 'thunderstorm'], [212, 'thunderstorm'], [511, 'freezing_rain'], [781, 'tornado'])
    fc.assert(
      fc.property(harmless, danger, fc.nat(2), (ids, [id, condition], place) => {
        const hour = hourWith(ids.toSpliced(place, 0, Number(id)))
        assert.deepEqual({ providerCode: hour?.providerCode, condition: hour?.condition }, { providerCode: id, condition })
      }),
    )
    assert.equal(hourWith([511, 200])?.condition, 'thunderstorm')
  })
})

describe('polar night', () => {
  it('has no sun, and is night by the sun, not by the unreliable icon letter', () => {
    const { scopes } = read('polar-night', 78.22)
    assert.deepEqual(
      { sunrise: scopes.current?.sunrise, sunset: scopes.current?.sunset, isDay: scopes.current?.isDay },
      { sunrise: null, sunset: null, isDay: false },
    )
    assert.equal(scopes.hourly?.points[0]?.isDay, false)
    assert.deepEqual(
      { sunrise: scopes.daily?.points[0]?.sunrise, moonset: scopes.daily?.points[0]?.moonset },
      { sunrise: null, moonset: null },
    )
  })

  it('has no minutes without the block, which does not mean dry', () => {
    assert.deepEqual(read('polar-night', 78.22).scopes.minutely, { available: false, points: [] })
  })
})

describe('alerts', () => {
  const { scopes } = read('alerts')
  const alerts = scopes.alert?.alerts ?? []

  it('keeps every warning that has a start, each with its own id', () => {
    assert.equal(alerts.length, 7)
    assert.equal(new Set(alerts.map(({ id }) => id)).size, 7)
  })

  it('uses the tag or the first line if there is no title', () => {
    assert.deepEqual(
      alerts.map(({ event }) => event),
      ['Wind', 'Ветер', 'gale-force gusts', 'gale-force gusts', 'Flood', 'Strong surf', 'Weather warning'],
    )
  })

  it('reads an empty sender as null, breaks lines, and has no end if none is sent', () => {
    assert.equal(alerts[0]?.senderName, null)
    assert.equal(alerts[2]?.description, 'Level 2 of 4.\nMax. gusts: < 85 km/h')
    assert.deepEqual(
      { fourthAlertsTags: alerts[3]?.tags, fifthAlertsTags: alerts[4]?.tags },
      { fourthAlertsTags: [], fifthAlertsTags: ['Flood', 'Rain'] },
    )
    assert.deepEqual([alerts[5]?.end, alerts[6]?.end, alerts[2]?.end], [null, null, '2026-09-20T12:00:00Z'])
    assert.deepEqual(
      { severity: alerts[0]?.severity, source: alerts[0]?.source, cancelled: alerts[0]?.cancelled },
      { severity: null, source: 'openweather', cancelled: false },
    )
  })

  it('reads sunrise 0 as none, and uses the icon letter for night away from the poles', () => {
    assert.deepEqual({ sunrise: scopes.current?.sunrise, isDay: scopes.current?.isDay }, { sunrise: null, isDay: false })
  })

  it('has no alerts if the block is absent', () => {
    assert.deepEqual(read('all-blocks').scopes.alert, { alerts: [] })
  })
})

describe('broken elements', () => {
  const { scopes } = read('broken-elements')

  it('reads no number from an invalid value', () => {
    const { temperature, pressure, humidity, visibility, rain, condition, isDay } = scopes.current ?? {}
    assert.deepEqual(
      { temperature, pressure, humidity, visibility, rain, condition, isDay },
      { temperature: null, pressure: null, humidity: null, visibility: null, rain: null, condition: null, isDay: null },
    )
    assert.deepEqual(
      { temperatureMax: scopes.daily?.points[0]?.temperatureMax, rain: scopes.daily?.points[0]?.rain },
      { temperatureMax: null, rain: null },
    )
    assert.equal(scopes.minutely?.points[0]?.precipitation, null)
  })

  it('drops elements without a time, and sorts the rest', () => {
    assert.deepEqual(
      scopes.hourly?.points.map(({ time, temperature, rain }) => [time, temperature, rain]),
      [
        ['2026-09-19T10:00:00Z', 7, 0],
        ['2026-09-19T11:00:00Z', null, null],
      ],
    )
    assert.equal(scopes.daily?.points.length, 1)
  })
})

describe('decodeOneCall', () => {
  it('refuses an invalid answer', () => {
    const hour = { dt: 1_789_812_000, temp: 7 }
    for (const body of [
      null,
      'x',
      7,
      [],
      {},
      { hourly: [hour] },
      { timezone: 'UTC' },
      { timezone: 'UTC', hourly: [{}] },
      { timezone: 'UTC', current: {} },
    ])
      assert.equal(decodeOneCall(body, NOW), null)
    assert.notEqual(decodeOneCall({ timezone: 'UTC', hourly: [hour] }, NOW), null)
  })

  it('leaves a missing block to the caller', () => {
    const answer = decodeOneCall({ timezone: 'UTC', timezone_offset: 0, current: { dt: 1_789_812_000 } }, NOW)
    assert.ok(answer !== null)
    assert.deepEqual(Object.keys(transformOneCall(answer, toCell(0, 0)).scopes).toSorted(), ['alert', 'current', 'minutely'])
  })
})
