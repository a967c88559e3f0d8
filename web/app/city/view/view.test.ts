import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { translatorOf } from '../../../../src/messages/messages.ts'
import { EN, plain } from '../testing/teller.ts'
import { current, daily, hourly, minutely, NOW, placeWeather } from '../testing/weather.ts'
import type { History } from '../weather.ts'
import { cityView } from './city-view.server.ts'
import { daysView } from './days.ts'
import { hoursView } from './hours.ts'
import { minutesView } from './minutes.ts'
import { nowView } from './now.ts'
import { pastView } from './past.ts'
import { provenanceView } from './provenance.ts'
import { skyView } from './sky.ts'

describe('an unknown value', () => {
  it('is a dash in charts and tables, and left out elsewhere; never a number', () => {
    const { facts, temperature, words, feelsLike } = nowView(current(), EN)
    assert.deepEqual([facts, temperature, words, feelsLike], [[], '–', '–', null])
    const { list } = daysView(daily([{ date: '2026-11-21' }]), EN)
    assert.deepEqual([list[0]?.min, list[0]?.rain, list[0]?.range], ['–', '–', null])
    const hours = hoursView(hourly(NOW, [{}]), EN)
    assert.deepEqual(
      hours?.table[0]?.rows[0]?.slice(1),
      Array.from({ length: 7 }, () => '–'),
    )
    assert.deepEqual([hours?.line, hours?.bars], ['', ''])
  })

  it('has no card of its own', () => {
    const { moon, wind, uv, pressure, sun } = skyView(placeWeather({ current: current() }), 52, EN)
    assert.deepEqual([moon, wind, uv, pressure], [null, null, null, null])
    assert.equal(sun.text, EN.t('city.sunUnknown'))
  })

  it('does not break the page, even with a single scope', () => {
    const place = { name: 'Berlin', region: 'Germany', addressName: 'berlin', isLasting: true, isNamed: true, listedAt: null }
    const head = { place, lat: 52.52, lon: 13.41, path: '/weather/berlin-52.52,13.41', origin: 'https://example.org', siteName: 'Site' }
    const chosen = { lang: null, units: null, clock: 'auto', theme: 'auto', consent: 'ask' } as const
    const reader = { lang: 'de', locale: 'de-DE', hour12: false, units: 'metric', chosen } as const
    const view = cityView(head, placeWeather({ daily: daily([{ date: '2026-11-21', temperatureMax: 4 }]) }), reader, {
      now: Date.parse(NOW),
      primarySources: ['openweather'],
    })
    assert.deepEqual([view.now, view.hours, view.days?.list.length, view.alerts.isUnknown], [null, null, 1, true])
    assert.equal(view.provenance.times, 'Alle Zeiten in Ortszeit (Europe/Berlin).')
  })
})

describe('hours', () => {
  it('start with the current one, and are grouped by local day across a clock change', () => {
    const now = Date.parse('2026-10-24T20:30:00Z')
    const hours = hoursView(
      hourly(
        '2026-10-24T20:00:00Z',
        Array.from({ length: 60 }, () => ({ temperature: 9 })),
      ),
      { ...EN, now },
    )
    const table = hours?.table.map(({ day, rows }) => [day, rows.length])
    // The Sunday on which the clocks go back has 25 hours.
    assert.deepEqual(table, [
      ['Saturday 24 October', 2],
      ['Sunday 25 October', 25],
      ['Monday 26 October', 21],
    ])
    const sunday = hours?.table[1]?.rows.map(([time]) => time)
    assert.deepEqual(sunday?.slice(0, 5), ['00:00', '01:00', '02:00', '02:00', '03:00'])
  })

  it('are labelled at every second local hour', () => {
    const hours = hoursView(
      hourly(
        '2026-11-21T09:00:00Z',
        Array.from({ length: 12 }, (_, t) => ({ temperature: t })),
      ),
      EN,
    )
    assert.deepEqual(
      hours?.labels.map(({ time }) => time),
      ['10:00', '12:00', '14:00', '16:00', '18:00', '20:00'],
    )
  })

  it('name a day if there is room for the name', () => {
    const names = (from: string, count: number) => {
      const hours = Array.from({ length: count }, () => ({ temperature: 1 }))
      const now = Date.parse(from)
      return hoursView(hourly(from, hours), { ...EN, now })?.days.map(([, name]) => name !== '')
    }
    assert.deepEqual(names('2026-11-21T21:00:00Z', 48), [false, true])
    assert.deepEqual(names('2026-11-21T19:00:00Z', 31), [true, true])
    assert.deepEqual(names('2026-11-21T01:00:00Z', 48), [true, false], 'an hour of the second day is drawn')
  })

  it('are null if none is known', () => {
    assert.equal(hoursView(hourly(NOW, []), EN), null)
  })
})

describe('days', () => {
  it('start with today at the place, with their names', () => {
    const days = daily(['21', '22', '23'].map((day) => ({ date: `2026-11-${day}`, temperatureMin: 0, temperatureMax: 9 })))
    assert.deepEqual(
      daysView(days, EN).list.map(({ name }) => name),
      ['Today', 'Tomorrow', 'Monday'],
    )
  })

  it('say that an amount of snow is water, and which of both fell if it is known', () => {
    const fell = (rain: number | null, snow: number | null) => {
      const point = { rain, snow, precipitation: rain === null && snow === null ? null : (rain ?? 0) + (snow ?? 0) }
      const fact = nowView(current(point), EN).facts.at(-1)
      const row = hoursView(hourly(NOW, [point]), EN)?.table[0]?.rows[0]?.[4]
      const { list } = daysView(daily([{ date: '2026-11-21', ...point }]), EN)
      assert.deepEqual([row, list[0]?.rain], [fact?.[1] ?? '–', fact?.[1] ?? '–'])
      return fact?.map(plain)
    }
    assert.deepEqual(fell(0, 27), ['Snow, last hour', '27 mm as water'])
    assert.deepEqual(fell(3, null), ['Rain, last hour', '3.0 mm'])
    assert.deepEqual(fell(3, 1), ['Rain and snow, last hour', '4.0 mm as water'])
    assert.deepEqual(fell(0, 0), ['Rain and snow, last hour', '0 mm'])
    assert.equal(fell(null, null), undefined)
  })

  it('say in short rows what falls and how likely it is, and nothing of a dry day', () => {
    const fall = (precipitation: number | null, precipitationProbability: number | null) =>
      daysView(daily([{ date: '2026-11-21', precipitation, precipitationProbability }]), EN).list[0]?.fall.map(plain)
    assert.deepEqual(
      [fall(12, 0.9), fall(0, 0.19), fall(0, 0.2), fall(null, null), fall(0.3, 0.1)],
      [['12 mm', '90%'], [], ['20%'], [], ['0.3 mm']],
    )
  })

  it('show what is known about rain', () => {
    const rain = (precipitation: number | null, precipitationProbability: number | null) =>
      plain(daysView(daily([{ date: '2026-11-21', precipitation, precipitationProbability }]), EN).list[0]?.rain)
    assert.deepEqual([rain(12, 0.9), rain(null, 0.04), rain(0, 0), rain(2, null)], ['12 mm · 90%', '4%', '0 mm · 0%', '2.0 mm'])
  })

  it('show the provider’s English summary only to English readers', () => {
    const days = daily([{ date: '2026-11-21', summary: 'Rain at times' }])
    assert.equal(daysView(days, EN).list[0]?.summary, 'Rain at times')
    assert.equal(daysView(days, { ...EN, lang: 'de', t: translatorOf('de').t }).list[0]?.summary, null)
  })
})

describe('the next hour', () => {
  it('shows precipitation, and marks what is unknown', () => {
    const { chart } = minutesView(minutely([0, 2, null, 8]), EN)
    assert.equal(chart?.bars.match(/M/g)?.length, 2)
    // The API covers four minutes, one of them unknown; the rest of the hour is unknown too.
    assert.equal(chart?.gaps.match(/M/g)?.length, 57)
    assert.equal(chart?.times[0], '10:47')
  })

  it('says if there is no such forecast, which does not mean dry', () => {
    assert.equal(minutesView(minutely([], { available: false }), EN).text, EN.t('city.minutesNone'))
  })

  it('gives times on the reader’s clock', () => {
    const summary = { text: 'Rain from 05:46 to 18:05.', startsAt: null, endsAt: null, intensity: 'light' as const, knownUntil: NOW }
    assert.equal(minutesView(minutely([1], { summary }), EN).text, summary.text)
    const text = minutesView(minutely([1], { summary }), { ...EN, locale: 'en-US', hour12: true }).text
    assert.equal(plain(text), 'Rain from 5:46 AM to 6:05 PM.')
  })
})

describe('the sky', () => {
  it('distinguishes polar day and polar night', () => {
    const sun = (isDay: boolean) => skyView(placeWeather({ current: current({ isDay }) }), 78, EN).sun
    assert.deepEqual([sun(true).text, sun(false).text], [EN.t('city.polarDay'), EN.t('city.polarNight')])
    assert.deepEqual([sun(true).course, sun(false).course], ['above', 'below'])
    assert.equal(skyView(placeWeather({ current: current({ isDay: true }) }), 41, EN).sun.text, EN.t('city.sunUnknown'))
    assert.equal(sun(true).at, null)
  })

  it('shows whether the pressure rises, holds or falls', () => {
    const trend = (now: number, later: number) => {
      const weather = placeWeather({
        current: current({ pressure: now }),
        hourly: hourly('2026-11-21T09:00:00Z', [{}, {}, {}, {}, { pressure: later }]),
      })
      return skyView(weather, 52, EN).pressure?.turn
    }
    assert.deepEqual([trend(1010, 1013), trend(1010, 1010.5), trend(1010, 1007)], [1, 0, -1])
  })
})

describe('provenance', () => {
  it('gives the age of each part, and warns if it is too old', () => {
    const old = current({ freshness: 'emergency', ageSeconds: 3 * 3_600, fetchedAt: '2026-11-21T06:47:00Z' })
    const { parts, note } = provenanceView(
      placeWeather({ current: old, daily: daily([], { freshness: 'acceptable' }) }),
      ['openweather'],
      EN,
    )
    assert.deepEqual(
      parts.map(({ ago, mark }) => [ago, mark]),
      [
        ['3 hours ago', EN.t('city.emergency')],
        ['2 minutes ago', EN.t('city.stale')],
      ],
    )
    assert.match(note ?? '', /not responding.*3 hours ago/)
  })

  it('names a provider that stands in', () => {
    const { attribution } = current()
    const second = current({ source: 'open-meteo', attribution: { ...attribution, name: 'Open-Meteo' } })
    const { parts, note } = provenanceView(placeWeather({ current: second }), ['openweather'], EN)
    assert.deepEqual(
      [parts[0]?.source, parts[0]?.mark, note],
      ['Open-Meteo', EN.t('city.standIn'), 'This comes from another provider, Open-Meteo.'],
    )
    const plan = placeWeather({ current: current(), hourly: hourly(NOW, [{}], { source: 'open-meteo' }) })
    assert.equal(provenanceView(plan, ['openweather'], EN).note, null)
  })
})

type TruthStation = NonNullable<History['summary']['verification']['quantities'][number]['truth']['station']>

/** A year of scores a day ahead: temperatures and wet hours. */
function verified(changes: {
  readonly truth?: {
    readonly source: string
    readonly kind: 'observation' | 'analysis'
    readonly isOwn: boolean
    readonly station: TruthStation | null
  }
  readonly isScored?: boolean
}): History['summary']['verification'] {
  const { truth = { source: 'openweather', kind: 'analysis' as const, isOwn: true, station: null }, isScored = true } = changes
  const sample = { source: 'openweather', truth, leadHours: 24, leadAboveHours: 12, n: 5_000, days: isScored ? 212 : 12 }
  const estimate = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 })
  const persistence = { n: 4_990, score: 2.9, skill: null }
  const scores = { bias: estimate(1), mae: estimate(1.4), rmse: estimate(2), persistence, climatology: null }
  const rates = { baseRate: 0.1, pod: 0.68, far: 0.4, pofd: 0.1, csi: 0.4, ets: 0.3, frequencyBias: 1, hk: 0.5, hss: 0.5 }
  const table = { leastMm: 0.2, hits: 1, falseAlarms: 1, misses: 1, correctNegatives: 1 }
  return {
    from: '2026-04-21',
    to: '2026-11-20',
    places: 1,
    simulated: false,
    quantities: [{ variable: 'temperature', ...sample, scores: isScored ? scores : null, comparisons: [] }],
    amounts: [
      {
        ...sample,
        thresholds: [
          {
            ...table,
            scores: isScored ? { ...rates, intervals: { pod: null, far: null, csi: null, ets: null, frequencyBias: null } } : null,
          },
        ],
      },
    ],
    probabilities: [],
  }
}

describe('the past week', () => {
  const summary = {
    from: '2026-11-14T09:47:00Z',
    to: NOW,
    observationCount: 3,
    kind: 'analysis' as const,
    firstObservedAt: null,
    lastObservedAt: null,
    temperature: { min: 1, max: 9, mean: 5, hoursCovered: 168 },
    precipitationTotal: 0,
    hoursCovered: 168,
    windHoursCovered: 0,
    hours: 168,
    windGustMax: null,
    source: 'openweather',
    accuracy: [],
    verification: verified({}),
    days: [
      {
        date: '2026-11-20',
        observationCount: 3,
        temperatureMin: 1,
        temperatureMax: 9,
        temperatureHoursCovered: 24,
        precipitationTotal: null,
        hoursCovered: 3,
        hours: 24,
        forecastMin: null,
        forecastMax: null,
      },
    ],
  }
  const history = {
    summary,
    units: { temperature: '°C', windSpeed: 'km/h', precipitation: 'mm', pressure: 'hPa', visibility: 'km', snow: 'mm' },
    timezone: 'UTC',
  }

  it('is described in plain words', () => {
    const { text, count, rows, accuracy } = pastView(history, EN)
    assert.equal(plain(text), '1° to 9°, 5° on average; 0 mm of rain and snow')
    assert.equal(count, 'Based on 3 computed values, not on measurements.')
    assert.deepEqual(
      rows[0]?.slice(0, 5).map((cell) => plain(String(cell))),
      ['Fri 20 Nov', '1° / 9°', '–', '–', '3'],
    )
    assert.deepEqual(accuracy.map(plain), [
      '12–24 hours ahead, the temperature was off by 1.4 °C on average, on 212 days; mostly too warm; saying “like today” would have been off by 2.9 °C.',
      'A day ahead, 68% of the hours with rain or snow had been forecast, and 40% of the hours forecast as wet stayed dry, on 212 days.',
    ])
  })

  it('says that too little is known instead of the extremes of a few readings', () => {
    const temperature = { min: null, max: null, mean: null, hoursCovered: 0 }
    const { text } = pastView({ ...history, summary: { ...summary, temperature, precipitationTotal: null } }, EN)
    assert.equal(text, EN.t('digest.past.few'))
  })

  it('says how many hours a sum covers, unless it covers all', () => {
    const { text } = pastView({ ...history, summary: { ...summary, hoursCovered: 150 } }, EN)
    assert.match(plain(text) ?? '', /0 mm of rain and snow in the 150 of 168 hours that are known$/)
  })

  it('calls only measurements measured', () => {
    const pastOf = (kind: 'observation' | 'analysis' | 'forecast' | null) => pastView({ ...history, summary: { ...summary, kind } }, EN)
    assert.deepEqual(
      (['observation', 'analysis', 'forecast', null] as const).map((kind) => pastOf(kind).isMeasured),
      [true, false, false, false],
    )
    assert.equal(pastOf('observation').count, 'Based on 3 readings.')
    assert.match(nowView(current({ kind: 'observation' }), EN).observed, /^Measured at/)
    assert.match(nowView(current({ kind: 'analysis' }), EN).observed, /^Computed for/)
    const known = current()
    const station = {
      source: 'aviation-weather',
      id: 'EDDB',
      name: 'Berlin',
      distanceKm: 7.2,
      heightMetres: 240,
      observedAt: '2026-11-21T09:20:00Z',
      attribution: null,
    }
    const kinds = { ...known.kinds, temperature: 'observation', wind: 'observation' } as const
    const heightCorrection = { fromMetres: 240, toMetres: 340, lapseRatePerKm: 6.5 }
    assert.match(
      plain(nowView(current({ station, kinds }), EN).observed) ?? '',
      /^Measured at 10:20\S* at Berlin, 7\.2 km away: Temperature and Wind\. The rest is computed for \S+$/,
    )
    const inMiles = current({ station, kinds, heightCorrection, units: { ...known.units, visibility: 'mi' } })
    assert.match(plain(nowView(inMiles, EN).observed) ?? '', /4\.5 mi away.* adjusted from 787 ft to 1,115 ft above sea level\.$/)
  })

  it('says what forecasts were compared with, and nothing after too few days', () => {
    const pastOf = (changes: Parameters<typeof verified>[0]) =>
      pastView({ ...history, summary: { ...summary, verification: verified(changes) } }, EN)
    const truth = { source: 'station', kind: 'observation', isOwn: false, station: null } as const
    assert.equal(pastOf({ truth }).accuracyNote, null)
    const station = { id: 'EDDB', name: 'Berlin', distanceKm: 7.2, heightMetres: 48 }
    assert.equal(plain(pastOf({ truth: { ...truth, station } }).accuracyNote), 'Compared with measurements at Berlin, 7.2 km away.')
    assert.equal(pastOf({ truth: { ...truth, kind: 'analysis' } }).accuracyNote, EN.t('city.accuracyEstimates'))
    assert.equal(pastOf({}).accuracyNote, EN.t('city.accuracyOwn'))
    const few = pastOf({ isScored: false })
    assert.deepEqual(
      [few.accuracy, few.accuracyNote],
      [[], 'Not enough data yet: forecasts here have been compared on 12 of the 30 days needed.'],
    )
  })

  it('says if there is nothing, or if it is unavailable', () => {
    assert.equal(pastView(null, EN).text, EN.t('city.pastUnknown'))
    assert.equal(pastView({ ...history, summary: { ...summary, observationCount: 0 } }, EN).text, EN.t('digest.past.none'))
  })
})
