import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { mailWords, measuresOf } from '../../../../mail/catalogue/index.ts'
import type { MailContext } from '../../../../mail/templates/index.ts'
import { mailLinks } from '../../../../mail/templates/links.ts'
import type { DigestAccuracy, DigestDay, DigestPlace, DigestPlacePart, WeeklyDigestData } from './data.ts'
import { headlineOf, wetnessOf } from './headline.ts'
import { accuracyLines, pastWeekText } from './look-back.ts'
import type { PlaceView } from './place.ts'
import { samples } from './samples.ts'
import { digestView } from './view.ts'
import { dayRows } from './week.ts'

const words = mailWords('en', 'metric')
const measures = measuresOf(words, 'metric')
const context: MailContext = {
  units: 'metric',
  timezone: 'Europe/Berlin',
  words,
  service: 'Service',
  links: mailLinks(new URL('https://weather.example'), { token: 'x', scope: 'digest' }),
}
const unknown: DigestDay = {
  date: '2026-11-23',
  condition: null,
  temperatureMin: null,
  temperatureMax: null,
  precipitation: null,
  precipitationProbability: null,
  windGust: null,
  uvIndex: null,
  sunrise: null,
  sunset: null,
}
const week = (...days: Partial<DigestDay>[]): DigestDay[] =>
  days.map((day, index) => ({ ...unknown, date: `2026-11-${23 + index}`, ...day }))
const plain = (text: string | null): string | null => text?.replaceAll('\u00a0', ' ') ?? null

describe('air and sea', () => {
  const [{ data, parts }] = samples as [(typeof samples)[number]]
  const [berlin] = data.cities as [DigestPlace]
  const linesFor = (limits: DigestPlace['limits'], own: MailContext = context) => {
    const place = { ...berlin, ...(limits === undefined ? {} : { limits }) }
    const [view] = digestView({ ...data, cities: [place] }, parts, own)['places'] as PlaceView[]
    return { lines: view?.detail?.extras.map(plain), key: view?.key }
  }
  const { limits: _, ...unlimited } = berlin

  it('are shown to those who want to be alerted of them, with the days that reach their threshold', () => {
    assert.deepEqual(linesFor({ airQuality: 2, pollen: 3 }).lines, [
      'Air quality on Mon 23 Nov: European AQI 34 (fair). Your limit is reached on Tue and Wed: up to European AQI 72 (poor).',
      'Pollen on Mon 23 Nov: ragweed: low.',
    ])
    assert.deepEqual(linesFor({ airQuality: 4 }).lines, ['Air quality on Mon 23 Nov: European AQI 34 (fair).'])
    const [view] = digestView({ ...data, cities: [unlimited] }, parts, context)['places'] as PlaceView[]
    assert.deepEqual(view?.detail?.extras, [])
  })

  it('reach a threshold like in alerts: to two decimals', () => {
    const lineFor = (value: number) => {
      const part = { ...(parts.get('digest:sample:berlin') as DigestPlacePart), extras: { marine: [{ date: '2026-11-23', value }] } }
      const place = { ...berlin, limits: { marine: 2.5 } }
      const [view] = digestView({ ...data, cities: [place] }, new Map([['digest:sample:berlin', part]]), context)['places'] as PlaceView[]
      return plain(view?.detail?.extras[0] ?? null)
    }
    assert.equal(lineFor(2.494), 'Sea on Mon 23 Nov: waves of 2.5 m.')
    assert.equal(lineFor(2.495), 'Sea on Mon 23 Nov: waves of 2.5 m. Your limit is reached on Mon: up to waves of 2.5 m.')
  })

  it('are said to be unknown where they are, which is not the same as calm', () => {
    assert.deepEqual(linesFor({ marine: 2.5 }).lines, ['Sea: no data'])
  })

  it('tell readers with other thresholds apart', () => {
    assert.notEqual(linesFor({ airQuality: 2 }).key, linesFor({ airQuality: 3 }).key)
  })

  it('credit their source', () => {
    const texts = (digestView(data, parts, context)['credits'] as readonly { readonly text: string }[]).map(({ text }) => text)
    assert.ok(texts.includes('Weather data by Open-Meteo.com'))
  })
})

describe('the headline', () => {
  const wetness = (...days: Partial<DigestDay>[]): string | null => headlineOf(week(...days), words, measures)

  it('names up to three days that are likely to be wet, then counts them', () => {
    const wet = { precipitationProbability: 0.5 }
    assert.equal(wetness(wet, { precipitationProbability: 0.49 }, wet), 'rain or snow likely on Mon and Wed')
    assert.equal(wetness(wet, wet, wet, wet), 'rain or snow likely on 4 days')
  })

  it('uses the amount if no probability is stated', () => {
    assert.equal(wetness({ precipitation: 1 }, { precipitation: 0.9 }), 'rain or snow likely on Mon')
  })

  it('promises dry weather only if each day is known to be dry', () => {
    assert.equal(wetness({ precipitation: 0 }, { precipitationProbability: 0 }), 'rain or snow unlikely')
    assert.equal(wetness({ precipitation: 0 }, {}), null)
    assert.equal(wetness(), null)
  })

  it('does not call rain unlikely over seven days of 45 % and 6 mm', () => {
    const days = Array.from({ length: 7 }, () => ({ precipitationProbability: 0.45, precipitation: 6 }))
    assert.equal(wetness(...days), 'rain or snow possible')
    assert.equal(wetness(...days.map(({ precipitationProbability }) => ({ precipitationProbability }))), 'rain or snow possible')
  })

  it('spans all days, and states no range of some of them', () => {
    const days = [
      { temperatureMin: 3, temperatureMax: 4 },
      { temperatureMin: -2, temperatureMax: 9 },
    ]
    assert.equal(plain(wetness(...days)), '−2 °C to 9 °C')
    assert.equal(wetness(...days, {}), null)
    assert.equal(wetness({ temperatureMin: 3 }), null)
  })
})

describe('the wording for rain and snow, over any probabilities and amounts', () => {
  const chance = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)
  const amount = fc.integer({ min: 0, max: 80 }).map((tenths) => tenths / 10)
  const day = fc.record({ precipitationProbability: fc.option(chance), precipitation: fc.option(amount) })
  const days = fc.array(day, { minLength: 1, maxLength: 7 })
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)

  it('is unlikely only if each day is known and all together have a low probability and a small amount', () => {
    fc.assert(
      fc.property(days, (week) => {
        const isDry = wetnessOf(week)?.kind === 'dry'
        const chances = week.map(({ precipitationProbability }) => precipitationProbability ?? 0)
        const isKnown = week.every(
          ({ precipitation, precipitationProbability }) => precipitation !== null || precipitationProbability !== null,
        )
        const staysDry = chances.reduce((product, one) => product * (1 - one), 1)
        const isLittle = sum(week.map(({ precipitation }) => precipitation)) < 1 && staysDry >= 2 / 3
        assert.equal(isDry, isKnown && isLittle)
        if (isDry) assert.ok(chances.every((one) => one < 0.34))
      }),
    )
  })

  it('is likely on exactly the days with an even chance, or with a wetting amount if no chance is stated', () => {
    fc.assert(
      fc.property(days, (week) => {
        const wet = week.filter((one) => (one.precipitationProbability ?? ((one.precipitation ?? 0) >= 1 ? 1 : 0)) >= 0.5)
        const verdict = wetnessOf(week)
        assert.deepEqual(verdict?.kind === 'likely' ? verdict.days : [], wet)
      }),
    )
  })

  it('never becomes drier with a higher probability or a greater amount', () => {
    const wetter = fc.record({ precipitationProbability: chance, precipitation: amount })
    const known = fc.array(fc.tuple(wetter, wetter), { minLength: 1, maxLength: 7 })
    const rank = (week: Parameters<typeof wetnessOf>[0]) => ['dry', 'possible', 'likely'].indexOf(wetnessOf(week)?.kind ?? '')
    fc.assert(
      fc.property(known, (pairs) => {
        const more = pairs.map(([a, b]) => ({
          precipitationProbability: Math.max(a.precipitationProbability, b.precipitationProbability),
          precipitation: Math.max(a.precipitation, b.precipitation),
        }))
        assert.ok(rank(more) >= rank(pairs.map(([a]) => a)))
      }),
    )
  })
})

describe('the table', () => {
  it('scales bars to the week', () => {
    const rows = dayRows(week({ temperatureMin: 0, temperatureMax: 10 }, { temperatureMin: 5, temperatureMax: 5 }, {}), words, measures)
    assert.deepEqual(
      rows.map((row) => row.bar && [row.bar.left, row.bar.width, row.bar.right]),
      [[0, 100, 0], [50, 6, 44], null],
    )
  })

  it('has a colour for each range of temperatures, from its lower bound on', () => {
    const colorOf = (celsius: number) => dayRows(week({ temperatureMin: celsius, temperatureMax: celsius }), words, measures)[0]?.bar?.color
    const bounds = [-10, 0, 8, 16, 23, 30]
    const colors = bounds.map((bound) => [colorOf(bound - 0.1), colorOf(bound)])
    assert.equal(new Set(colors.flat()).size, bounds.length + 1)
    for (const [index, [, above]] of colors.entries()) assert.equal(above, colors[index + 1]?.[0] ?? above)
  })

  it('fills the scale if all days are alike, and has no bar for impossible values', () => {
    const of = (day: Partial<DigestDay>): object | null => dayRows(week(day), words, measures)[0]?.bar ?? null
    assert.deepEqual(of({ temperatureMin: 4, temperatureMax: 4 }), { left: 0, width: 100, right: 0, color: '#2b9db8' })
    assert.equal(of({ temperatureMin: 4, temperatureMax: 3 }), null)
  })

  it('adds up to a hundred percent for any week', () => {
    for (let low = -40; low <= 40; low += 7) {
      for (const row of dayRows(
        week({ temperatureMin: low, temperatureMax: 41 }, { temperatureMin: 41, temperatureMax: 41 }),
        words,
        measures,
      )) {
        const { left, width, right } = row.bar as { left: number; width: number; right: number }
        assert.equal(left + width + right, 100)
        assert.ok(left >= 0 && width > 0 && right >= 0)
      }
    }
  })

  it('says in one line what is known, or that nothing is', () => {
    const lines = dayRows(
      week(
        { temperatureMin: 1, temperatureMax: 4, condition: 'snow', precipitation: 2, precipitationProbability: 0.8, windGust: 13.9 },
        { temperatureMax: 4, windGust: 13.8 },
        { precipitationProbability: 0.2 },
        {},
      ),
      words,
      measures,
    ).map((row) => plain(row.line))
    assert.deepEqual(lines, [
      'Mon 23 Nov: 1 °C to 4 °C, Snow, 2 mm (80%), gusts to 50 km/h',
      'Tue 24 Nov: 4 °C',
      'Wed 25 Nov: rain or snow 20%',
      'Thu 26 Nov: no data',
    ])
  })
})

describe('the look back', () => {
  const past = {
    from: '2026-11-16T00:00:00Z',
    to: '2026-11-23T00:00:00Z',
    observationCount: 1,
    kind: 'observation' as const,
    temperatureMin: null,
    temperatureMax: null,
    temperatureMean: null,
    precipitationTotal: 0,
    windGustMax: null,
  }

  it('shows what was observed, or nothing', () => {
    assert.equal(plain(pastWeekText(past, words, measures)), '0 mm of rain and snow. Based on one reading.')
    assert.match(pastWeekText({ ...past, kind: 'analysis' }, words, measures) ?? '', /Based on one computed value, not a measurement/)
    assert.equal(
      pastWeekText({ ...past, precipitationTotal: null }, words, measures),
      'Too few hours of the past week are known to summarise it.',
    )
    assert.equal(pastWeekText({ ...past, observationCount: 0 }, words, measures), null)
    assert.equal(pastWeekText(null, words, measures), null)
  })

  it('shows the error one, three and seven days ahead, that of saying "like today", and what it was compared with', () => {
    const group = { days: 212, mae: 1.4, persistenceMae: 2.9, isMeasured: true }
    const told = (accuracy: readonly DigestAccuracy[]) => accuracyLines(accuracy, words, measures).map(plain)
    assert.deepEqual(
      told([
        { ...group, leadHours: 6 },
        { ...group, leadHours: 24 },
        { ...group, leadHours: 168, persistenceMae: null },
      ]),
      [
        '1 day ahead: temperature off by 1.4 °C on average, on 212 days; saying “like today” would have been off by 2.9 °C.',
        '7 days ahead: temperature off by 1.4 °C on average, on 212 days.',
      ],
    )
    assert.equal(told([{ ...group, leadHours: 24, isMeasured: false }])[1], 'Compared with computed values, not with measurements.')
    assert.deepEqual(told([{ ...group, leadHours: 6, isMeasured: false }]), [])
    const station = { name: 'Tempelhof', distanceKm: 7.2 }
    assert.equal(told([{ ...group, leadHours: 24, station }])[1], 'Compared with measurements at Tempelhof, 7.2 km away.')
  })

  it('shows nothing of the weekly counts of earlier releases', () => {
    const old = { leadHours: 24, n: 158, temperatureMae: 0.9, precipitationHitRate: 0.86 }
    assert.deepEqual(accuracyLines([old], words, measures), [])
  })
})

describe('the whole digest', () => {
  const [{ data, parts }] = samples as [(typeof samples)[number]]
  const berlin = parts.get('digest:sample:berlin') as DigestPlacePart
  const viewOf = (part: Partial<DigestPlacePart>): PlaceView => {
    const one = { ...data, cities: data.cities.slice(0, 1) }
    const { places } = digestView(one, new Map([['digest:sample:berlin', { ...berlin, ...part }]]), context)
    return (places as PlaceView[])[0] as PlaceView
  }

  it('states the highest UV index of all days, not of some', () => {
    assert.match(viewOf({}).detail?.sun ?? '', /UV index up to 1\./)
    const some = berlin.days.map((day, index) => (index === 3 ? { ...day, uvIndex: null } : day))
    assert.doesNotMatch(viewOf({ days: some }).detail?.sun ?? '', /UV/)
  })

  it('credits each source of warnings once', () => {
    const nws = { name: 'X', text: 'Alerts by X', url: 'https://x.example/', license: '' }
    const withCredits = new Map([['digest:sample:berlin', { ...berlin, alertCredits: [nws, berlin.attribution] }]])
    const { credits } = digestView({ ...data, cities: data.cities.slice(0, 1) }, withCredits, context)
    assert.deepEqual(credits, [berlin.attribution, nws, ...(berlin.extraCredits ?? [])])
  })

  it('puts the worst warning first, counting unknown severity as moderate', () => {
    const [alert] = berlin.alerts as [NonNullable<DigestPlacePart['alerts']>[number]]
    const of = (severity: typeof alert.severity, event: string, start: string): typeof alert => ({
      ...alert,
      severity,
      event,
      start,
      end: null,
    })
    const alerts = [
      of('minor', 'last', '2026-11-23T00:00:00Z'),
      of(null, 'third', '2026-11-24T00:00:00Z'),
      of('moderate', 'second', '2026-11-23T00:00:00Z'),
      of('extreme', 'first', '2026-11-25T00:00:00Z'),
    ]
    assert.deepEqual(
      viewOf({ alerts }).detail?.alerts.map((shown) => shown.event),
      ['first', 'second', 'third', 'last'],
    )
  })

  it('titles a warning in the reader’s language, else in English, else as it was issued', () => {
    const [alert] = berlin.alerts as [NonNullable<DigestPlacePart['alerts']>[number]]
    const titleOf = (lang: string, titles: Readonly<Record<string, string>>) => {
      const told = { ...alert, titles: Object.entries(titles).map(([language, event]) => ({ language, event, senderName: null })) }
      const reader = { ...context, words: mailWords(lang, 'metric') }
      const one = { ...data, cities: data.cities.slice(0, 1) }
      const part = { ...berlin, alerts: [{ ...told, event: 'Silný vítr' }] }
      return (digestView(one, new Map([['digest:sample:berlin', part]]), reader)['places'] as PlaceView[])[0]?.detail?.alerts[0]?.event
    }
    assert.equal(titleOf('fr', { cs: 'Silný vítr', en: 'Gale', fr: 'Vent fort' }), 'Vent fort')
    assert.equal(titleOf('de', { cs: 'Silný vítr', en: 'Gale', fr: 'Vent fort' }), 'Gale')
    assert.equal(titleOf('de', { cs: 'Silný vítr', fr: 'Vent fort' }), 'Silný vítr')
  })

  it('distinguishes two places of one name by their coordinates', () => {
    const cities = [
      { name: 'Springfield', lat: 39.8, lon: -89.65, part: null },
      { name: 'springfield ', lat: 37.21, lon: -93.29, part: null },
      { name: 'Berlin', lat: 52.52, lon: 13.41, part: null },
    ]
    const view = digestView({ ...data, cities }, parts, context)
    assert.deepEqual(
      (view['places'] as PlaceView[]).map(({ name }) => name),
      ['Springfield (39.80, -89.65)', 'springfield (37.21, -93.29)', 'Berlin'],
    )
  })

  it('distinguishes no warnings from not knowing', () => {
    assert.equal(viewOf({ alerts: [] }).detail?.alertNote, 'No known official warnings for these days.')
    assert.equal(viewOf({ alerts: null }).detail?.alertNote, 'We cannot tell whether there are official warnings for this place.')
  })

  it('shows many places briefly, and counts the warnings that it omits', () => {
    const alerts = Array.from({ length: 6 }, () => berlin.alerts?.[0]).filter((alert) => alert !== undefined)
    const [city] = data.cities as [(typeof data.cities)[number]]
    const shown = (places: number) => {
      const many = { ...data, cities: Array.from({ length: places }, () => city) }
      return (digestView(many, new Map([['digest:sample:berlin', { ...berlin, alerts }]]), context)['places'] as PlaceView[])[0]
    }
    assert.deepEqual([shown(6)?.brief, shown(6)?.detail?.alerts.length, shown(6)?.detail?.alertNote], [false, 6, null])
    assert.deepEqual([shown(7)?.brief, shown(7)?.detail?.alerts.length, shown(7)?.detail?.alertNote], [true, 4, '2 more warnings.'])
    assert.notEqual(shown(6)?.key, shown(7)?.key)
    assert.deepEqual(shown(7)?.detail?.extras.map(plain), ['Air quality: European AQI 72 (poor), Tue and Wed'])
  })

  const digest = (change: Partial<WeeklyDigestData>, part: Partial<DigestPlacePart> = {}, own = context) =>
    digestView({ ...data, ...change }, new Map([['digest:sample:berlin', { ...berlin, ...part }]]), own)
  const named = (...names: string[]): DigestPlace[] =>
    names.map((name, index) => ({ name, lat: index, lon: 0, part: 'digest:sample:berlin' }))

  it('is simulated if any place that it shows is', () => {
    const cities = named('A', 'B').map((city, index) => (index === 0 ? city : { ...city, part: 'other' }))
    const of = (first: boolean, second: boolean) =>
      digestView(
        { ...data, cities },
        new Map([
          ['digest:sample:berlin', { ...berlin, simulated: first }],
          ['other', { ...berlin, simulated: second }],
        ]),
        context,
      )['simulated']
    assert.deepEqual([of(false, false), of(true, false), of(false, true)], [false, true, true])
    const newsletter = { cities: [], newsletter: { places: named('A') } }
    assert.deepEqual([digest(newsletter)['simulated'], digest(newsletter, { simulated: true })['simulated']], [false, true])
  })

  it('names up to three places in its subject, then counts them', () => {
    const subject = (...names: string[]) =>
      digest({ cities: named(...names) })['subjectLine'] as { one: PlaceView | null; places: string | null }
    assert.deepEqual([subject().one, subject().places], [null, null])
    assert.equal(subject('A').one?.name, 'A')
    assert.deepEqual([subject('A', 'B').one, subject('A', 'B', 'C').places], [null, 'A, B and C'])
    assert.equal(subject('A', 'B', 'C', 'D').places, 'A, B and 2 more')
  })

  it('announces its warnings first: each once, with its place, three at most; else its places, or the newsletter', () => {
    const [alert] = berlin.alerts as [NonNullable<DigestPlacePart['alerts']>[number]]
    const alerts = ['a', 'b', 'a', 'c', 'd'].map((event) => ({ ...alert, event, severity: null, start: alert.start }))
    const preheader = (change: Partial<WeeklyDigestData>, part: Partial<DigestPlacePart>) => String(digest(change, part)['preheader'])
    assert.match(preheader({ cities: named('A') }, { alerts }), /: a \(A\), b \(A\), c \(A\)$/)
    assert.match(preheader({ cities: named('A', 'B') }, { alerts: null }), /2/)
    assert.notEqual(
      preheader({ cities: [], newsletter: { places: named('A') } }, { alerts }),
      preheader({ cities: named('A') }, { alerts: [] }),
    )
  })

  it('says why it came', () => {
    const reason = (change: Partial<WeeklyDigestData>) => String(digest(change)['reason'])
    const newsletter = { places: [] }
    const reasons = [reason({ cities: named('A') }), reason({ cities: named('A'), newsletter }), reason({ cities: [], newsletter })]
    assert.equal(new Set(reasons).size, 3)
    const period = { ...data.period, frequencies: ['monthly', 'daily'] as const }
    assert.match(reason({ cities: named('A'), period }), /monthly and daily/)
  })

  it('spans the seven days from the first one shown, or its period if it shows none', () => {
    assert.equal(plain(String(digest({ cities: named('A') })['span'])), plain(words.days('2026-11-23', '2026-11-29')))
    assert.equal(
      digest({ cities: [], period: { frequencies: ['daily'], from: '2026-01-05', to: '2026-01-05' } })['span'],
      words.days('2026-01-05', '2026-01-05'),
    )
  })

  it('shows ten places of a newsletter, three in Arabic, and leaves out those without weather', () => {
    const places = [...named(...Array.from({ length: 12 }, (_, index) => `P${index}`))]
    const shown = (own = context, list = places) =>
      (digest({ cities: [], newsletter: { places: list } }, {}, own)['newsletter'] as { places: PlaceView[] }).places.length
    assert.deepEqual([shown(), shown({ ...context, words: mailWords('ar', 'metric') })], [10, 3])
    assert.equal(shown(context, [...named('A'), { name: 'B', lat: 1, lon: 1, part: null }]), 1)
    assert.equal(digest({ newsletter: null, cities: named('A') })['newsletter'], null)
  })

  it('says when the sun rises there, if that differs from the reader’s clock', () => {
    const sun = (timezone: string) => viewOf({ timezone }).detail?.sun ?? ''
    const [there, here] = [sun('Asia/Tokyo'), sun('Europe/Berlin')]
    assert.match(there, /15:41/)
    assert.ok(there.includes(words.t('digest.there')) && !here.includes(words.t('digest.there')))
    const days = berlin.days.map((day) => ({ ...day, sunrise: null, uvIndex: 0.4 }))
    assert.equal(viewOf({ days }).detail?.sun, null)
  })

  it('has a key for each name, language, unit system and zone', () => {
    const keys = [
      context,
      { ...context, units: 'si' as const },
      { ...context, timezone: 'UTC' },
      { ...context, words: mailWords('de', 'metric') },
    ].map((own) => (digestView(data, parts, own)['places'] as PlaceView[])[0]?.key)
    const renamed: WeeklyDigestData = { ...data, cities: data.cities.map((city) => ({ ...city, name: 'Home' })) }
    keys.push((digestView(renamed, parts, context)['places'] as PlaceView[])[0]?.key)
    assert.equal(new Set(keys).size, 5)
  })

  it('throws if a part is missing', () => {
    assert.throws(() => digestView(data, new Map(), context), /The part 'digest:sample:berlin' is missing/)
  })
})
