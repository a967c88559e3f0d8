import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import type { PaidCalls } from '../provider.ts'
import { decodeAlertBody } from './alert-bodies.ts'
import { createOneCall4 } from './onecall4.ts'
import { assertSame, getRecordedValue, type Element, listRecordedAnswers, toUnixSeconds } from './testing/recorded.ts'
import { decodeTimeline } from './timeline.ts'
import { toHour } from './transform.ts'
import { transformWeather25 } from './weather25.ts'

const BASE = new URL('https://upstream.test')
const records = (body: Element) => body['data'] as Element[]
const epochMs = (record: Element | undefined) => Number(record?.['dt']) * 1_000

/** Answers every call with this body, and with one empty page after it. */
function answering(body: Element): PaidCalls {
  return {
    async get({ url }) {
      const page = url.searchParams.has('start') ? { ...body, data: [], next: undefined } : body
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(page)) }
    },
  }
}

const fetch = (body: Element, scope: 'current' | 'hourly' | 'daily' | 'minutely', nowMs: number) =>
  createOneCall4({ baseUrl: BASE, key: () => 'key' }).fetch(
    toCell(Number(body['lat']), Number(body['lon'])),
    [scope],
    answering(body),
    nowMs,
  )

/** One test for each recorded answer whose name matches. */
function each(name: RegExp, atLeast: number, test: (body: Element, file: string) => void | Promise<void>): void {
  const answers = listRecordedAnswers(name)
  if (answers.length === 0) {
    it(`${name.source} is read`, (t) => t.skip('the recorded answers are not here'))
    return
  }
  it(`${name.source} is there`, () => assert.ok(answers.length >= atLeast))
  for (const { file, body } of answers) it(`${file}: each number is the upstream's`, () => test(body, file))
}

describe('every recorded answer of One Call 4.0', () => {
  each(/^onecall4_current_/, 3, async (body) => {
    const [sent] = records(body)
    const { scopes, timezone, follow } = await fetch(body, 'current', epochMs(sent))
    assert.equal(timezone, body['timezone'])
    assert.ok(scopes.current !== undefined && sent !== undefined)
    assertSame('current', scopes.current, sent)
    // Named alerts follow later because their bodies are not known yet; without names there are none.
    assert.deepEqual([scopes.alert, follow !== undefined], sent['alerts'] === undefined ? [{ alerts: [] }, false] : [undefined, true])
  })

  each(/^onecall4_timeline_1h_/, 1, async (body) => {
    const sent = records(body)
    const { scopes } = await fetch(body, 'hourly', epochMs(sent[0]))
    assert.equal(scopes.hourly?.points.length, sent.length)
    scopes.hourly?.points.forEach((point, index) => assertSame('hourly', point, sent[index]))
  })

  each(/^onecall4_timeline_15min_/, 1, (body) => {
    const timeline = decodeTimeline(body, 0)
    assert.equal(timeline?.hasMore, true)
    timeline?.records.forEach((record, index) => {
      const point = toHour(record, () => null)
      assertSame('hourly', point, records(body)[index])
      // It snows all the time, yet no record gives an amount.
      assert.deepEqual(
        { snow: point.snow, precipitation: point.precipitation, windGust: point.windGust },
        { snow: null, precipitation: null, windGust: null },
      )
    })
  })

  each(/^onecall4_timeline_1day_/, 1, async (body) => {
    const sent = records(body)
    const { scopes } = await fetch(body, 'daily', epochMs(sent[0]) + 12 * 3_600_000)
    assert.equal(scopes.daily?.points.length, sent.length)
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: String(body['timezone']), dateStyle: 'short' })
    scopes.daily?.points.forEach((point, index) => {
      const { uvi, feels_like: felt, ...day } = sent[index] ?? {}
      assertSame('daily', point, day)
      // In every recorded value this is a copy of the temperatures.
      for (const [part, value] of Object.entries(felt as Element)) assert.equal(value, getRecordedValue(day, `temp.${part}`))
      assert.deepEqual(
        {
          feelsLikeMorning: point.feelsLikeMorning,
          feelsLikeDay: point.feelsLikeDay,
          feelsLikeEvening: point.feelsLikeEvening,
          feelsLikeNight: point.feelsLikeNight,
        },
        { feelsLikeMorning: null, feelsLikeDay: null, feelsLikeEvening: null, feelsLikeNight: null },
      )
      assert.deepEqual({ uvi, uvIndex: point.uvIndex }, { uvi: 0, uvIndex: null })
      // West of Greenwich the local midnight is hours after the UTC midnight that dates the day.
      assert.equal(point.date, new Date(epochMs(day)).toISOString().slice(0, 10))
      assert.equal(local.format(Date.parse(point.sunrise ?? '')), point.date)
      assert.equal(local.format(Date.parse(point.time)), point.date)
    })
  })

  each(/^onecall4_timeline_1min_/, 1, async (body) => {
    const { scopes } = await fetch(body, 'minutely', epochMs(records(body)[0]))
    assert.equal(scopes.minutely?.available, true)
    assert.deepEqual(
      scopes.minutely?.points.map(({ time, precipitation }) => [toUnixSeconds(time), precipitation]),
      records(body).map(({ dt, precipitation }) => [dt, precipitation]),
    )
  })

  each(/^onecall4_alert_/, 3, (body) => {
    const id = String(body['id'])
    const alert = decodeAlertBody(id, body)
    assert.ok(alert !== null)
    const texts = body['description'] as { language: string; description: string }[]
    const tags = body['tags'] as string[]
    assert.deepEqual(
      {
        key: alert.key,
        senderName: alert.senderName,
        event: alert.event,
        tags: alert.tags,
        secondsStart: toUnixSeconds(alert.start),
        secondsEnd: toUnixSeconds(alert.end),
      },
      {
        key: id,
        senderName: body['sender_name'],
        event: body['event'] || tags[0],
        tags,
        secondsStart: body['start'],
        secondsEnd: body['end'],
      },
    )
    const english = texts.find(({ language }) => language.startsWith('en'))
    assert.equal(alert.description, (english ?? texts[0])?.description)
  })
})

describe('every recorded answer of current weather 2.5', () => {
  each(/^weather25_/, 7, (body, file) => {
    const at69 = file.includes('polar') ? 70 : 40
    const weather = transformWeather25(body, toCell(at69, 0), epochMs(body))
    assert.ok(weather !== null)
    const { current, clock } = weather
    const own = { ...(body['main'] as Element), ...body }
    assertSame('current', current, {
      ...own,
      pressure: getRecordedValue(body, 'main.sea_level') ?? getRecordedValue(body, 'main.pressure'),
      clouds: getRecordedValue(body, 'clouds.all'),
      wind_speed: getRecordedValue(body, 'wind.speed'),
      wind_deg: getRecordedValue(body, 'wind.deg'),
      wind_gust: getRecordedValue(body, 'wind.gust'),
      sunrise: getRecordedValue(body, 'sys.sunrise'),
      sunset: getRecordedValue(body, 'sys.sunset'),
    })
    assert.equal(clock.utcOffsetSeconds, body['timezone'] ?? clock.utcOffsetSeconds)
    if (file.includes('polar'))
      assert.deepEqual(
        { sunrise: current.sunrise, sunset: current.sunset, isDay: current.isDay },
        { sunrise: null, sunset: null, isDay: false },
      )
  })
})
