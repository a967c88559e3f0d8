import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getMailWords } from '../../../../mail/catalogue/index.ts'
import type { MailContext } from '../../../../mail/templates/index.ts'
import { buildMailLinks } from '../../../../mail/templates/links.ts'
import type { DigestPlace, DigestPlacePart, WeeklyDigestData } from './data.ts'
import type { PlaceView } from './place.ts'
import { samples } from './samples.ts'
import { replaceNoBreakSpaces, words } from './testing/week.ts'
import { buildDigestView } from './view.ts'

const context: MailContext = {
  units: 'metric',
  timezone: 'Europe/Berlin',
  words,
  service: 'Service',
  links: buildMailLinks(new URL('https://weather.example'), { token: 'x', scope: 'digest' }),
}

describe('air and sea', () => {
  const [{ data, parts }] = samples as [(typeof samples)[number]]
  const [berlin] = data.cities as [DigestPlace]
  const linesFor = (limits: DigestPlace['limits'], own: MailContext = context) => {
    const place = { ...berlin, ...(limits === undefined ? {} : { limits }) }
    const [view] = buildDigestView({ ...data, cities: [place] }, parts, own)['places'] as PlaceView[]
    return { lines: view?.detail?.extras.map(replaceNoBreakSpaces), key: view?.key }
  }
  const { limits: _, ...unlimited } = berlin

  it('are shown to those who want to be alerted of them, with the days that reach their threshold', () => {
    assert.deepEqual(linesFor({ airQuality: 2, pollen: 3 }).lines, [
      'Air quality on Mon 23 Nov: European AQI 34 (fair). Your limit is reached on Tue and Wed: up to European AQI 72 (poor).',
      'Pollen on Mon 23 Nov: ragweed: low.',
    ])
    assert.deepEqual(linesFor({ airQuality: 4 }).lines, ['Air quality on Mon 23 Nov: European AQI 34 (fair).'])
    const [view] = buildDigestView({ ...data, cities: [unlimited] }, parts, context)['places'] as PlaceView[]
    assert.deepEqual(view?.detail?.extras, [])
  })

  it('reach a threshold like in alerts: to two decimals', () => {
    const lineFor = (value: number) => {
      const part = { ...(parts.get('digest:sample:berlin') as DigestPlacePart), extras: { marine: [{ date: '2026-11-23', value }] } }
      const place = { ...berlin, limits: { marine: 2.5 } }
      const [view] = buildDigestView({ ...data, cities: [place] }, new Map([['digest:sample:berlin', part]]), context)[
        'places'
      ] as PlaceView[]
      return replaceNoBreakSpaces(view?.detail?.extras[0] ?? null)
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
    const texts = (buildDigestView(data, parts, context)['credits'] as readonly { readonly text: string }[]).map(({ text }) => text)
    assert.ok(texts.includes('Weather data by Open-Meteo.com'))
  })
})

describe('the whole digest', () => {
  const [{ data, parts }] = samples as [(typeof samples)[number]]
  const berlin = parts.get('digest:sample:berlin') as DigestPlacePart
  const viewOf = (part: Partial<DigestPlacePart>): PlaceView => {
    const one = { ...data, cities: data.cities.slice(0, 1) }
    const { places } = buildDigestView(one, new Map([['digest:sample:berlin', { ...berlin, ...part }]]), context)
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
    const { credits } = buildDigestView({ ...data, cities: data.cities.slice(0, 1) }, withCredits, context)
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
      const titled = { ...alert, titles: Object.entries(titles).map(([language, event]) => ({ language, event, senderName: null })) }
      const reader = { ...context, words: getMailWords(lang) }
      const one = { ...data, cities: data.cities.slice(0, 1) }
      const part = { ...berlin, alerts: [{ ...titled, event: 'Silný vítr' }] }
      return (buildDigestView(one, new Map([['digest:sample:berlin', part]]), reader)['places'] as PlaceView[])[0]?.detail?.alerts[0]?.event
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
    const view = buildDigestView({ ...data, cities }, parts, context)
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
      return (buildDigestView(many, new Map([['digest:sample:berlin', { ...berlin, alerts }]]), context)['places'] as PlaceView[])[0]
    }
    assert.deepEqual(
      { brief: shown(6)?.brief, alerts: shown(6)?.detail?.alerts.length, alertNote: shown(6)?.detail?.alertNote },
      { brief: false, alerts: 6, alertNote: null },
    )
    assert.deepEqual(
      { brief: shown(7)?.brief, alerts: shown(7)?.detail?.alerts.length, alertNote: shown(7)?.detail?.alertNote },
      { brief: true, alerts: 4, alertNote: '2 more warnings.' },
    )
    assert.notEqual(shown(6)?.key, shown(7)?.key)
    assert.deepEqual(shown(7)?.detail?.extras.map(replaceNoBreakSpaces), ['Air quality: European AQI 72 (poor), Tue and Wed'])
  })

  const digest = (change: Partial<WeeklyDigestData>, part: Partial<DigestPlacePart> = {}, own = context) =>
    buildDigestView({ ...data, ...change }, new Map([['digest:sample:berlin', { ...berlin, ...part }]]), own)
  const named = (...names: string[]): DigestPlace[] =>
    names.map((name, index) => ({ name, lat: index, lon: 0, part: 'digest:sample:berlin' }))

  it('is simulated if any place that it shows is', () => {
    const cities = named('A', 'B').map((city, index) => (index === 0 ? city : { ...city, part: 'other' }))
    const of = (first: boolean, second: boolean) =>
      buildDigestView(
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
    assert.deepEqual({ one: subject().one, places: subject().places }, { one: null, places: null })
    assert.equal(subject('A').one?.name, 'A')
    assert.deepEqual({ one: subject('A', 'B').one, places: subject('A', 'B', 'C').places }, { one: null, places: 'A, B and C' })
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
    assert.equal(
      replaceNoBreakSpaces(String(digest({ cities: named('A') })['span'])),
      replaceNoBreakSpaces(words.days('2026-11-23', '2026-11-29')),
    )
    assert.equal(
      digest({ cities: [], period: { frequencies: ['daily'], from: '2026-01-05', to: '2026-01-05' } })['span'],
      words.days('2026-01-05', '2026-01-05'),
    )
  })

  it('shows ten places of a newsletter, three in Arabic, and leaves out those without weather', () => {
    const places = [...named(...Array.from({ length: 12 }, (_, index) => `P${index}`))]
    const shown = (own = context, list = places) =>
      (digest({ cities: [], newsletter: { places: list } }, {}, own)['newsletter'] as { places: PlaceView[] }).places.length
    assert.deepEqual([shown(), shown({ ...context, words: getMailWords('ar') })], [10, 3])
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
      { ...context, words: getMailWords('de') },
    ].map((own) => (buildDigestView(data, parts, own)['places'] as PlaceView[])[0]?.key)
    const renamed: WeeklyDigestData = { ...data, cities: data.cities.map((city) => ({ ...city, name: 'Home' })) }
    keys.push((buildDigestView(renamed, parts, context)['places'] as PlaceView[])[0]?.key)
    assert.equal(new Set(keys).size, 5)
  })

  it('throws if a part is missing', () => {
    assert.throws(() => buildDigestView(data, new Map(), context), /The part 'digest:sample:berlin' is missing/)
  })
})
