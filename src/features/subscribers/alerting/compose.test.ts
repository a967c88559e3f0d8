import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { composeAlertMail, type Composition, listMatchCredits, MAX_MATCHES, selectMostSevereMatches } from './compose.ts'
import type { ForecastDue, Match, OfficialDue } from './decision.ts'
import type { ForecastMatch, WarningMatch, WeatherAlertData } from './emails/weather-alert/data.ts'
import type { Showing } from './event.ts'
import { buildTestForecastEvent, buildTestNotice, buildTestOfficialView, buildTestSubscriber } from './testing/decisions.ts'
import { formatInstantAfter, HOUR, NOW } from './testing/events.ts'
import { buildPlaceState, buildSourceState } from './testing/states.ts'

const CELL = toCell(34.5, -97)
const STATE = buildPlaceState({ timezone: 'America/Chicago' })
const sourceOf: Composition['sourceOf'] = (id) => ({
  name: id,
  attribution: { name: id, text: id, url: 'https://x.example/', license: '' },
})

const warned = (view = buildTestOfficialView(), change: Partial<OfficialDue> = {}): OfficialDue => ({
  kind: 'official',
  stage: 'new',
  view,
  notice: undefined,
  ...change,
})
const expected = (event = buildTestForecastEvent(), change: Partial<ForecastDue> = {}): ForecastDue => ({
  kind: 'forecast',
  stage: 'new',
  event,
  notice: undefined,
  ...change,
})
const showing = (source: string, peak: number | null, change: Partial<Showing> = {}): Showing => ({
  source,
  shows: true,
  peak,
  peakAt: formatInstantAfter(3),
  fetchedAt: formatInstantAfter(0),
  ...change,
})

const composed = (matches: readonly Match[], change: Partial<Composition> = {}) => {
  const { mail, parts } = composeAlertMail({
    subscriber: buildTestSubscriber({}),
    matches,
    cell: CELL,
    state: STATE,
    sourceOf,
    runId: 'run',
    now: NOW,
    ...change,
  })
  return { mail, parts, data: mail.data as WeatherAlertData }
}

describe('the matches of one mail', () => {
  it('are the most severe, official ones first, and at most MAX_MATCHES', () => {
    const [minor, extreme] = [warned(buildTestOfficialView({ severity: 'minor' })), warned(buildTestOfficialView({ severity: 'extreme' }))]
    assert.deepEqual(selectMostSevereMatches([expected(), minor, extreme]), [extreme, minor, expected()])
    const many = Array.from({ length: MAX_MATCHES + 1 }, () => expected())
    assert.deepEqual([selectMostSevereMatches(many).length, selectMostSevereMatches(many.slice(1)).length], [MAX_MATCHES, MAX_MATCHES])
    assert.equal(selectMostSevereMatches([...many, extreme])[0], extreme)
  })
})

describe('an alert mail', () => {
  it('has one key for the same news in any order, and another for each further notice or stage', () => {
    const keyOf = (...matches: Match[]) => composed(matches).mail.key
    const [a, b] = [warned(), expected()]
    assert.equal(keyOf(a, b), keyOf(b, a))
    const others = [
      keyOf(a, b),
      keyOf(a),
      keyOf({ ...a, stage: 'cancelled' }),
      keyOf({ ...a, notice: buildTestNotice(buildTestOfficialView()) }),
      keyOf({ ...a, notice: buildTestNotice(buildTestOfficialView(), { times: 2 }) }),
    ]
    assert.equal(new Set(others).size, others.length)
    assert.match(keyOf(a), new RegExp(`^alert:hash:${CELL.id}:[\\w-]{22}$`))
  })

  it('ends one subscription, or all alerts of an address that has several', () => {
    assert.deepEqual(composed([warned()]).mail.unsubscribe, { token: 'token', scope: null })
    assert.deepEqual(composed([warned()], { subscriber: buildTestSubscriber({}, {}) }).mail.unsubscribe, {
      token: 'token',
      scope: 'alerts',
    })
  })

  it('is dropped when the last of its hazards is over, or a day later if that has no end', () => {
    const until = (...matches: Match[]) => ((composed(matches).mail.dropAfter ?? 0) - NOW) / HOUR
    assert.equal(
      until(
        warned(buildTestOfficialView({ end: formatInstantAfter(5) })),
        expected(buildTestForecastEvent({ end: formatInstantAfter(8) })),
      ),
      8,
    )
    assert.equal(until(warned(buildTestOfficialView({ end: null }))), 24)
    assert.equal(until(warned(buildTestOfficialView({ end: formatInstantAfter(-1) }))), 0)
  })

  it('is about the subscriber’s point and the place’s zone, or else the cell’s point and its zone on the map', () => {
    assert.deepEqual(composed([warned()]).data.place, { name: 'Davis', lat: 34.5, lon: -97, timezone: 'America/Chicago' })
    const subscriber = buildTestSubscriber({ timezone: 'Asia/Tokyo' })
    const nameless = {
      ...subscriber,
      subscriptions: [{ ...subscriber.subscriptions[0], cityName: null, cityLat: null, cityLon: null }] as const,
    }
    assert.deepEqual(composed([warned()], { subscriber: nameless, state: { ...STATE, timezone: null }, cell: toCell(10, 20) }).data.place, {
      name: null,
      lat: 10,
      lon: 20,
      timezone: 'Africa/Ndjamena',
    })
  })

  it('says whether its data is simulated', () => {
    assert.equal(composed([warned()]).data.simulated, false)
    assert.equal(composed([warned()], { state: { ...STATE, simulated: true } }).data.simulated, true)
  })

  it('credits each source with data once', () => {
    const sources = STATE.sources.map((source) => (source.source === 'openweather' ? { ...source, fetchedAt: null } : source))
    const { data } = composed([warned(), warned(buildTestOfficialView({}, 'open', 'second'))], { state: { ...STATE, sources } })
    assert.deepEqual(
      data.credits.map(({ name }) => name),
      ['nws'],
    )
  })

  it('credits a source once that shows the hazard and has a list of warnings', () => {
    const sources = [buildSourceState('nws', 'forecast', null), buildSourceState('nws', 'feed', 0)]
    const { matches } = composed([expected(buildTestForecastEvent({ showings: [showing('nws', 80)] }))], {
      state: { ...STATE, sources },
    }).data
    assert.deepEqual(
      matches[0]?.sources.map(({ id }) => id),
      ['nws', 'nws'],
    )
    assert.deepEqual(listMatchCredits(matches, sourceOf), [sourceOf('nws').attribution])
  })
})

describe('an official warning in a mail', () => {
  const matchOf = (...due: Parameters<typeof warned>) => composed([warned(...due)]).data.matches[0] as WarningMatch

  it('that was called off has the severity that was sent, not that of the cancellation', () => {
    const off = buildTestOfficialView({ severity: 'minor' }, 'cancelled')
    assert.equal(matchOf(off, { stage: 'cancelled', notice: buildTestNotice(off, { severity: 'extreme' }) }).severity, 'extreme')
    assert.equal(matchOf(off, { stage: 'upgraded', notice: buildTestNotice(off, { severity: 'extreme' }) }).severity, 'minor')
  })

  it('that lasts longer names the end sent before, if there was one', () => {
    const longer = buildTestOfficialView({ end: formatInstantAfter(9) })
    assert.equal(
      matchOf(longer, { stage: 'extended', notice: buildTestNotice(buildTestOfficialView()) }).previousEnd,
      formatInstantAfter(5),
    )
    assert.equal(
      matchOf(longer, { stage: 'extended', notice: buildTestNotice(buildTestOfficialView(), { end: Infinity }) }).previousEnd,
      null,
    )
    assert.ok(!('previousEnd' in matchOf(longer, { stage: 'upgraded', notice: buildTestNotice(buildTestOfficialView()) })))
  })

  it('shares its text with equal ones, and has none if its issuer wrote nothing', () => {
    const textOf = (change: Parameters<typeof buildTestOfficialView>[0]) =>
      matchOf(buildTestOfficialView({ areas: [], description: '', ...change })).text
    assert.equal(textOf({}), null)
    const texts = [{ areas: ['Murray, OK'] }, { description: 'Gusts' }, { instruction: 'Stay in' }].map(textOf)
    assert.equal(new Set(texts).size, 3)
    assert.ok(texts.every((id) => /^alert-text:[\w-]{22}$/.test(id ?? '')))
    const { mail, parts } = composed([warned(), warned(buildTestOfficialView({ id: 'nws-2' }, 'open', 'second'))])
    assert.deepEqual(
      [[...parts.keys()], [...parts.values()]],
      [mail.parts, [{ description: 'Gusts up to 110 km/h.', instruction: null, areas: ['Murray, OK'] }]],
    )
  })
})

describe('a forecast hazard in a mail', () => {
  const matchOf = (change: Parameters<typeof buildTestForecastEvent>[0]) =>
    composed([expected(buildTestForecastEvent(change))]).data.matches[0] as ForecastMatch

  it('has the worst value and the highest probability of the sources that show it', () => {
    const showings = [
      showing('openweather', 20, { probability: 0.3 }),
      showing('open-meteo', 25, { peakAt: formatInstantAfter(4), probability: 0.6 }),
      showing('third', 40, { shows: false, probability: 0.9 }),
      showing('fourth', null),
    ]
    const { peak, probability } = matchOf({ showings })
    assert.deepEqual({ peak, probability }, { peak: { value: 25, at: formatInstantAfter(4) }, probability: 0.6 })
    assert.deepEqual(matchOf({ hazard: 'cold', threshold: -15, showings: [showing('a', -18), showing('b', -22)] }).peak?.value, -22)
    const none = matchOf({ showings: [showing('fourth', null)] })
    assert.deepEqual([none.peak, 'probability' in none], [null, false])
  })

  it('has the highest index or mean of several at the same level', () => {
    const of = (source: string, value: number) => showing(source, 3, { detail: { of: 'usIndex', value } })
    const { peak } = matchOf({ hazard: 'airQuality', threshold: 2, showings: [of('a', 152), of('b', 198), of('c', 160)] })
    assert.deepEqual(peak, { value: 3, at: formatInstantAfter(3), detail: { of: 'usIndex', value: 198 } })
  })

  it('has the chance that was asked for, and no value of sources that are below it', () => {
    assert.ok(!('minProbability' in matchOf({ hazard: 'rain', threshold: 4 })))
    const showings = [showing('openweather', 9), showing('open-meteo', 2, { shows: false })]
    const { minProbability, sources } = matchOf({ hazard: 'rain', threshold: 4, minProbability: 0.6, showings })
    assert.deepEqual({ minProbability, values: sources.slice(0, 2).map(({ value }) => value) }, { minProbability: 0.6, values: [9, null] })
  })

  it('has its threshold in the canonical unit, and says if its end is not known', () => {
    assert.equal(matchOf({ threshold: 36 }).threshold, 10)
    assert.equal(matchOf({ hazard: 'fog', threshold: null }).threshold, null)
    assert.equal(matchOf({ isEndKnown: false }).isEndKnown, false)
    assert.ok(!('isEndKnown' in matchOf({ isEndKnown: true })))
  })
})
