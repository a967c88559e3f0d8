import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type CellScope, toCell } from '@isobar/weather'
import type { PaidCalls, UpstreamAnswer } from '../provider.ts'
import { createOneCall4 } from './onecall4.ts'

const NOW = Date.parse('2026-09-19T10:12:30Z')
const HOUR = 3_600
const BERLIN = toCell(52.52, 13.41)
const fixture = (name: string) => JSON.parse(readFileSync(new URL(`./fixtures/onecall4-${name}.json`, import.meta.url), 'utf8')) as object

const ok = (body: unknown): UpstreamAnswer => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) })
const FAILED: UpstreamAnswer = { status: 500, headers: {}, body: Buffer.from('{"cod":500}') }

function upstream(answer: (url: URL) => UpstreamAnswer): PaidCalls & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async get({ url }) {
      asked.push(
        url.pathname.replace('/data/4.0/onecall/', '') + (url.searchParams.has('start') ? `?start=${url.searchParams.get('start')}` : ''),
      )
      return answer(url)
    },
  }
}

const open = () => createOneCall4({ baseUrl: new URL('https://upstream.test'), key: () => 'secret' })
const fetch = (scope: CellScope, answer: (url: URL) => UpstreamAnswer, cell = BERLIN, now = NOW) =>
  open().fetch(cell, scope === 'current' ? ['current', 'alert'] : [scope], upstream(answer), now)

const envelope = { lat: 52.52, lon: 13.41, timezone: 'Europe/Berlin', timezone_offset: 7_200 }
const hoursFrom = (start: number, count: number) => Array.from({ length: count }, (_, index) => ({ dt: start + index * HOUR, temp: index }))
const FIRST = Date.parse('2026-09-19T10:00:00Z') / 1_000

describe('hours', () => {
  /** Serves pages of `size` out of `total` hours, with a link that would leak the key. */
  const paged = (size: number, total: number) => (url: URL) => {
    const start = Number(url.searchParams.get('start') ?? FIRST)
    const data = hoursFrom(start, size).filter(({ dt }) => dt < FIRST + total * HOUR)
    const isLast = start + size * HOUR >= FIRST + total * HOUR
    return ok({ ...envelope, data, ...(isLast ? {} : { next: `http://evil.test/?appid=secret&start=${start}` }) })
  }

  it('are fetched page by page, by the time of the last hour and never by the link', async () => {
    const calls = upstream(paged(20, 49))
    const { scopes } = await open().fetch(BERLIN, ['hourly'], calls, NOW)
    assert.deepEqual(calls.asked, ['timeline/1h', `timeline/1h?start=${FIRST + 20 * HOUR}`, `timeline/1h?start=${FIRST + 40 * HOUR}`])
    assert.equal(scopes.hourly?.points.length, 49)
  })

  it('end if there is no further page, or when there are enough', async () => {
    for (const [size, total, pages] of [
      [20, 15, 1],
      [20, 40, 2],
      [48, 200, 1],
      [24, 200, 2],
      [1, 200, 5],
    ] as const) {
      const calls = upstream(paged(size, total))
      await open().fetch(BERLIN, ['hourly'], calls, NOW)
      assert.equal(calls.asked.length, pages, `${size} of ${total}`)
    }
  })

  it('do not loop if a page repeats itself', async () => {
    const calls = upstream(() => ok({ ...envelope, data: hoursFrom(FIRST, 20), next: 'http://x' }))
    assert.equal((await open().fetch(BERLIN, ['hourly'], calls, NOW)).scopes.hourly?.points.length, 20)
    assert.equal(calls.asked.length, 2)
  })

  it('start with the current one', async () => {
    const { scopes } = await fetch('hourly', () => ok(fixture('hours')))
    assert.deepEqual(
      scopes.hourly?.points.map(({ time, visibility, rain, snow, precipitation }) => [time, visibility, rain, snow, precipitation]),
      [
        ['2026-09-19T10:00:00Z', 9_000, 0.3, null, 0.3],
        ['2026-09-19T11:00:00Z', 10_000, null, 1.2, 1.2],
        ['2026-09-19T12:00:00Z', null, 0, 0, 0],
      ],
    )
  })

  it('fail if a page does', async () => {
    const answer = (url: URL) =>
      url.searchParams.has('start') ? FAILED : ok({ ...envelope, data: hoursFrom(FIRST, 20), next: 'http://x' })
    await assert.rejects(fetch('hourly', answer), { kind: 'unavailable' })
  })
})

describe('days', () => {
  it('are dated in UTC, start with today, and have no UV index if it is 0', async () => {
    const { scopes } = await fetch('daily', () => ok(fixture('days')))
    assert.deepEqual(
      scopes.daily?.points.map(({ date, time, rain, snow, precipitation, uvIndex, moonrise }) => [
        date,
        time,
        rain,
        snow,
        precipitation,
        uvIndex,
        moonrise,
      ]),
      [
        ['2026-09-19', '2026-09-18T22:00:00Z', 3.1, null, 3.1, null, null],
        ['2026-09-20', '2026-09-19T22:00:00Z', 1, 0.4, 1.4, null, null],
      ],
    )
  })

  it('have felt temperatures where they are no copies of the temperatures', async () => {
    const { data } = fixture('days') as { readonly data: readonly object[] }
    const temp = { min: 8, max: 16, morn: 9, day: 15, eve: 14, night: 10 }
    const body = { ...fixture('days'), data: data.map((day) => ({ ...day, temp, feels_like: { morn: 7, day: 15, eve: 14, night: 11 } })) }
    const [first] = (await fetch('daily', () => ok(body))).scopes.daily?.points ?? []
    assert.deepEqual([first?.feelsLikeMorning, first?.feelsLikeDay, first?.feelsLikeEvening, first?.feelsLikeNight], [7, null, null, 11])
  })

  it('keep their date west of Greenwich, where midnight UTC is still the day before', async () => {
    const body = { ...fixture('days'), timezone: 'America/Los_Angeles', timezone_offset: -25_200 }
    const { scopes } = await fetch('daily', () => ok(body), toCell(34, -118))
    assert.deepEqual(
      scopes.daily?.points.map(({ date, time }) => [date, time]),
      [
        ['2026-09-19', '2026-09-19T07:00:00Z'],
        ['2026-09-20', '2026-09-20T07:00:00Z'],
      ],
    )
  })

  it('start with the place’s own today', async () => {
    const body = { ...fixture('days'), timezone: 'America/Los_Angeles', timezone_offset: -25_200 }
    const { scopes } = await fetch('daily', () => ok(body), toCell(34, -118), Date.parse('2026-09-19T06:00:00Z'))
    assert.equal(scopes.daily?.points[0]?.date, '2026-09-18')
  })
})

describe('minutes', () => {
  it('are 60 at most', async () => {
    const { scopes } = await fetch('minutely', () => ok(fixture('minutes')))
    assert.deepEqual({ available: scopes.minutely?.available, points: scopes.minutely?.points.length }, { available: true, points: 60 })
  })

  it('are unavailable without radar, which does not mean dry', async () => {
    const { scopes } = await fetch('minutely', () => ok({ ...envelope, data: [] }))
    assert.deepEqual(scopes.minutely, { available: false, points: [] })
  })
})

describe('alerts', () => {
  const IDS = ['urn:oid:2.49.0.0.276.0.DWD:a1', '2.49.0.0.276.0/ü?:b2']
  const body = fixture('alert')
  const answer = (url: URL) => {
    if (url.pathname.endsWith('/current')) return ok(fixture('current-alerts'))
    return url.pathname.endsWith('a1') ? ok(body) : { status: 404, headers: {}, body: Buffer.from('{"cod":404}') }
  }

  it('follow in the background, each fetched once by its encoded id', async () => {
    const weather = open()
    const calls = upstream(answer)
    const first = await weather.fetch(BERLIN, ['current', 'alert'], calls, NOW)
    assert.deepEqual([Object.keys(first.scopes), calls.asked], [['current'], ['current']])
    const followed = await first.follow?.(calls)
    assert.deepEqual(
      calls.asked.slice(1),
      IDS.map((id) => `alert/${encodeURIComponent(id)}`),
    )
    const [alert, ...more] = followed?.alert?.alerts ?? []
    assert.deepEqual({ more, incomplete: followed?.alert?.incomplete }, { more: [], incomplete: true })
    assert.deepEqual(
      { event: alert?.event, description: alert?.description },
      { event: 'Wind', description: 'There is a risk of wind gusts.' },
    )
    // Elsewhere the alert is the same under another id, and nothing is fetched again, not even the one without a body.
    const second = await weather.fetch(toCell(52.6, 13.4), ['current', 'alert'], calls, NOW)
    const [there] = second.scopes.alert?.alerts ?? []
    assert.notEqual(there?.id, alert?.id)
    assert.deepEqual([{ ...there, id: alert?.id }, second.scopes.alert?.incomplete, second.follow], [alert, true, undefined])
    assert.equal(calls.asked.length, 4)
  })

  it('are fetched once for concurrent requests', async () => {
    const weather = open()
    const calls = upstream(answer)
    const bundles = await Promise.all([52.1, 52.2, 52.3].map((lat) => weather.fetch(toCell(lat, 13), ['current', 'alert'], calls, NOW)))
    const followed = await Promise.all(bundles.map(({ follow }) => follow?.(calls)))
    assert.equal(calls.asked.filter((path) => path.startsWith('alert/')).length, IDS.length)
    const texts = followed.map((scopes) => scopes?.alert?.alerts.map(({ description }) => description))
    assert.deepEqual({ secondTexts: texts[1], thirdTexts: texts[2] }, { secondTexts: texts[0], thirdTexts: texts[0] })
  })

  it('that are unavailable now are fetched again', async () => {
    const weather = open()
    const failing = upstream((url) => (url.pathname.endsWith('/current') ? ok(fixture('current-alerts')) : FAILED))
    const { follow } = await weather.fetch(BERLIN, ['current', 'alert'], failing, NOW)
    assert.deepEqual(await follow?.(failing), { alert: { alerts: [], incomplete: true } })
    assert.equal(failing.asked.length, 2)
    const calls = upstream(answer)
    assert.equal((await follow?.(calls))?.alert?.alerts.length, 1)
  })

  describe('as time passes', () => {
    const MINUTE = 60_000
    /** Fetches a number of minutes after the first time. The body of `a1` is given or unavailable; `b2` has none. */
    const opened = () => {
      const weather = open()
      return async (minutes: number, change: object | UpstreamAnswer) => {
        const calls = upstream((url) => {
          if (!url.pathname.endsWith('a1')) return answer(url)
          return 'status' in change ? (change as UpstreamAnswer) : ok({ ...body, ...change })
        })
        const { scopes, follow } = await weather.fetch(BERLIN, ['current', 'alert'], calls, NOW + minutes * MINUTE)
        const { alert } = scopes.alert === undefined ? ((await follow?.(calls)) ?? {}) : scopes
        const asked = calls.asked.filter((path) => path.endsWith('a1')).length
        return { asked, descriptions: alert?.alerts.map(({ description }) => description), isBehind: follow !== undefined }
      }
    }
    const lasting = (description: string, minutes = 600) => ({ description, start: NOW / 1_000, end: NOW / 1_000 + minutes * 60 })
    const none: UpstreamAnswer = { status: 404, headers: {}, body: Buffer.from('{}') }

    it('are fetched again in the background after an hour, in case their body has changed', async () => {
      const at = opened()
      assert.deepEqual(await at(0, lasting('first')), { asked: 1, descriptions: ['first'], isBehind: true })
      assert.deepEqual((await at(59, lasting('second'))).descriptions, ['first'])
      assert.deepEqual(await at(60, lasting('second')), { asked: 1, descriptions: ['second'], isBehind: true })
    })

    it('are fetched again if they are still named after their end', async () => {
      const at = opened()
      await at(0, lasting('first', 20))
      assert.equal((await at(19, lasting('second'))).asked, 0)
      assert.deepEqual((await at(20, lasting('second'))).descriptions, ['second'])
      assert.equal((await at(30, lasting('third'))).asked, 0)
    })

    it('without a body are fetched again after five minutes', async () => {
      for (const unusable of [none, ok([]), ok({ event: 'no start' }), { ...ok(0), body: Buffer.from('<html>') }]) {
        const at = opened()
        assert.deepEqual(await at(0, unusable), { asked: 1, descriptions: [], isBehind: true })
        assert.deepEqual(await at(4, lasting('first')), { asked: 0, descriptions: [], isBehind: false })
        assert.deepEqual((await at(5, lasting('first'))).descriptions, ['first'])
      }
    })

    it('stay as they were while they are named but unavailable', async () => {
      for (const failure of [none, FAILED]) {
        const at = opened()
        await at(0, lasting('first'))
        assert.deepEqual((await at(60, failure)).descriptions, ['first'])
        assert.deepEqual((await at(65, lasting('second'))).descriptions, ['second'])
      }
    })
  })

  it('keep the id derived from the provider’s id, whatever the text', async () => {
    const idOf = async (change: object) => {
      const { follow } = await fetch('current', answer)
      const calls = upstream((url) => (url.pathname.endsWith('a1') ? ok({ ...body, ...change }) : answer(url)))
      return (await follow?.(calls))?.alert?.alerts[0]?.id
    }
    assert.equal(await idOf({}), await idOf({ event: 'Gale', start: 1_789_850_000, description: 'Documented as a text.' }))
  })
})

describe('current weather', () => {
  it('without named alerts means that there are none', async () => {
    const { scopes, follow } = await fetch('current', () => ok(fixture('current')))
    assert.deepEqual({ alert: scopes.alert, follow, rain: scopes.current?.rain }, { alert: { alerts: [] }, follow: undefined, rain: 0.42 })
  })

  it('is no answer without a record', async () => {
    await assert.rejects(
      fetch('current', () => ok({ ...envelope, data: [] })),
      { kind: 'invalid_body' },
    )
  })
})
