import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { READER } from '../../visit/testing/visit.ts'
import type { SubscriptionType } from './form-field.ts'
import { buildSubscribeOutcome, pushOutcome } from './outcome.server.ts'
import { buildSubscribeView } from './view.server.ts'
import { parseFormPlace, pushWantedIn, buildSubscriptionRequests } from './wanted.server.ts'

const BERLIN = { name: 'Berlin', lat: 52.52, lon: 13.41 }
const EMAIL = 'ada@example.org'

function formOf(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each as string)
  return form
}

describe('the form', () => {
  it('offers digests and alerts of a place, and the newsletter without one; alerts are opt-in', () => {
    const offered = (place: typeof BERLIN | null) =>
      buildSubscribeView(READER, place).kinds.map(({ type, label, checked, frequency }) => [type, label, checked, frequency])
    assert.deepEqual(offered(BERLIN), [
      ['city_weekly', 'The week ahead', true, 'weekly'],
      ['city_alerts', 'Weather alerts', false, 'immediate'],
    ])
    assert.deepEqual(offered(null), [['newsletter', 'Newsletter', true, 'weekly']])
    assert.equal(buildSubscribeView(READER, BERLIN).title, 'Weather for Berlin by email')
    assert.equal(buildSubscribeView(READER, null).title, 'Newsletter')
    assert.notEqual(buildSubscribeView(READER, BERLIN).intro, buildSubscribeView(READER, null).intro)
    assert.deepEqual(buildSubscribeView(READER, null).kinds[0]?.frequencies, [
      ['weekly', 'weekly'],
      ['monthly', 'monthly'],
    ])
  })

  it('shows again what was entered, and the alert preferences only of a place, if wanted', () => {
    const form = formOf({ email: EMAIL, type: ['city_alerts'], 'frequency.city_alerts': 'daily' })
    const view = buildSubscribeView(READER, BERLIN, { form })
    assert.deepEqual(
      [view.email.value, ...view.kinds.map(({ checked, frequency }) => [checked, frequency])],
      [EMAIL, [false, 'weekly'], [true, 'daily']],
    )
    assert.equal(buildSubscribeView(READER, BERLIN).email.value, '')
    const hasEditor = (place: typeof BERLIN | null, withEditor: boolean) =>
      buildSubscribeView(READER, place, { withEditor }).editor !== null
    assert.deepEqual([hasEditor(BERLIN, true), hasEditor(BERLIN, false), hasEditor(null, true)], [true, false, false])
  })

  it('has texts in which the browser puts the names of its subscriptions', () => {
    const { mine } = buildSubscribeView(READER, null)
    assert.equal(mine.removeOf, 'Remove: {what}')
    assert.match(mine.removed, /\{what\}/)
    assert.deepEqual(mine.names, { city_weekly: 'The week ahead', city_alerts: 'Weather alerts', newsletter: 'Newsletter' })
  })
})

describe('the place of a form', () => {
  const at = (lat: unknown, lon: unknown, name?: unknown) => parseFormPlace({ get: (field) => ({ lat, lon, name })[field] })

  it('is a point on the globe, with a name of at most 200 characters or its coordinates', () => {
    assert.deepEqual(at('52.52', '13.41', ' Berlin '), BERLIN)
    assert.deepEqual(at('-90', '180', ' '), { lat: -90, lon: 180, name: '-90, 180' })
    assert.equal(at('0', '0', 'x'.repeat(201))?.name, 'x'.repeat(200))
    assert.equal(at(' 1 ', '0', null)?.name, '1, 0')
  })

  it('is none otherwise', () => {
    for (const [lat, lon] of [
      ['90.1', '0'],
      ['0', '-180.1'],
      ['', '0'],
      ['0', null],
      ['1e1', '0'],
      ['0', '13.41°'],
      [52.52, 13.41],
    ])
      assert.equal(at(lat, lon), null, `${lat} ${lon}`)
  })
})

describe('what is asked of the API', () => {
  const wanted = (fields: Parameters<typeof formOf>[0]) =>
    buildSubscriptionRequests(formOf(fields), READER, { clientId: 'c', stored: null })
  const place = { lat: '52.52', lon: '13.41', name: 'Berlin' }
  const common = { clientId: 'c', email: EMAIL, lang: 'en-GB', units: 'metric' }

  it('is one request for each kind of mail that was chosen', () => {
    const form = { email: ` ${EMAIL} `, ...place, type: ['city_alerts', 'city_weekly', 'other'], 'frequency.city_weekly': 'daily' }
    const at = { cityName: 'Berlin', cityLat: 52.52, cityLon: 13.41 }
    assert.deepEqual(wanted(form), [
      { ...common, type: 'city_weekly', frequency: 'daily', ...at },
      { ...common, type: 'city_alerts', frequency: undefined, ...at },
    ])
    assert.deepEqual(wanted({ email: EMAIL }), [])
  })

  it('names the zone of a newsletter, which has no place', () => {
    const newsletter = (timezone?: string) =>
      wanted({ email: EMAIL, type: 'newsletter', ...(timezone === undefined ? {} : { timezone }) })[0]
    assert.deepEqual(newsletter('Europe/Berlin'), { ...common, type: 'newsletter', frequency: undefined, timezone: 'Europe/Berlin' })
    assert.deepEqual([newsletter('')?.timezone, newsletter()?.timezone], [undefined, undefined])
  })

  it('has alert preferences only if the editor was shown, its limits in the units that it showed', () => {
    const alerts = (more: Readonly<Record<string, string>>) => wanted({ email: EMAIL, ...place, type: 'city_alerts', ...more })[0]
    assert.equal('alertPrefs' in (alerts({}) ?? {}), false)
    assert.equal('alertPrefs' in (alerts({ editor: '1' }) ?? {}), true)
    const limit = (units: string) => JSON.stringify(alerts({ editor: '1', 'hazard.wind': '1', 'limit.wind': '50', units })?.alertPrefs)
    assert.notEqual(limit('imperial'), limit('metric'))
    assert.equal(limit('other'), limit('metric'))
    assert.equal('alertPrefs' in (wanted({ email: EMAIL, ...place, type: 'city_weekly', editor: '1' })[0] ?? {}), false)
  })
})

describe('the outcome', () => {
  const reply = (status: number, body: object | null) => ({ status, headers: {}, body })
  const made = (confirmed?: boolean, status = 201) => reply(status, { subscription: { confirmed } })
  const refused = (error: string, more: object = {}) => reply(400, { error, ...more })
  const wrong = (...paths: readonly string[]) => refused('invalid_request', { details: paths.map((path) => ({ path, message: 'x' })) })
  const outcome = (...answers: readonly (readonly [SubscriptionType, ReturnType<typeof reply>])[]) =>
    buildSubscribeOutcome(
      answers.map(([type, each]) => ({ type, reply: each })),
      EMAIL,
      READER,
    )

  it('says what will be sent, what was changed, and that a link must be opened, once', () => {
    assert.deepEqual(outcome(['city_weekly', made(true)], ['city_alerts', made(undefined, 200)]), {
      done: [`The week ahead: will be sent to ${EMAIL}.`, `Weather alerts: ${EMAIL} was already subscribed. Your new choices are saved.`],
      problems: [],
      fields: {},
    })
    const waiting = outcome(['city_weekly', made(false)], ['city_alerts', made(false)])
    assert.deepEqual({ done: waiting.done.length, problems: waiting.problems }, { done: 1, problems: [] })
    assert.match(waiting.done[0] ?? '', /^One more step: we sent a link to ada@example.org/)
  })

  it('says what went wrong: nothing chosen, too much, too often, or our fault', () => {
    assert.deepEqual(outcome().problems, ['Please choose what to send.'])
    const problem = (each: ReturnType<typeof reply>) => outcome(['newsletter', each]).problems
    assert.match(problem(refused('limit_reached'))[0] ?? '', /^You have reached the limit/)
    assert.deepEqual(problem(refused('rate_limited', { retryAfterSeconds: 1 })), ['Too many requests. Please try again in a second.'])
    assert.deepEqual(problem(refused('rate_limited')), ['Too many requests. Please try again in 60 seconds.'])
    assert.deepEqual(problem(refused('invalid_request')), ['Please check what you have entered.'])
    for (const other of [refused('service_unavailable'), reply(500, {}), reply(502, null)])
      assert.deepEqual(problem(other), ['This is not working right now. Please try again in a few minutes.'])
    const one = outcome(['city_weekly', made(true)], ['city_alerts', refused('limit_reached')])
    assert.deepEqual(
      { done: one.done.length, problems: one.problems.length, firstProblems: one.problems[0] },
      { done: 1, problems: 2, firstProblems: 'Weather alerts: something went wrong.' },
    )
  })

  it('names the fields that are wrong, a limit with its bounds in the reader’s units, instead of a general problem', () => {
    const { fields, problems } = outcome([
      'city_alerts',
      wrong('email', 'cityLat', 'alertPrefs.quietHours.from', 'alertPrefs.wind.threshold'),
    ])
    assert.deepEqual(problems, [])
    assert.deepEqual(Object.keys(fields), ['email', 'place', 'quietFrom', 'limit.wind'])
    assert.equal(fields['email'], 'Emails cannot be sent to this address. Please check it.')
    assert.match(fields['limit.wind'] ?? '', /^This must be between [\d.]+ and [\d.]+\.$/)
    assert.deepEqual(outcome(['city_alerts', wrong('clientId', 'alertPrefs.fog', 'alertPrefs.rain.minProbability')]), {
      done: [],
      problems: ['Please check what you have entered.'],
      fields: {},
    })
  })

  it('of notifications names the place, the field, or the browser that cannot have them', () => {
    const of = (each: ReturnType<typeof reply>) => pushOutcome(each, 'Berlin', READER)
    assert.deepEqual(of(reply(201, {})), { done: ['Notifications for Berlin are on.'], problems: [], fields: {} })
    const problems = (each: ReturnType<typeof reply>) => {
      const outcome = of(each)
      assert.deepEqual({ done: outcome.done, fields: outcome.fields }, { done: [], fields: {} })
      return outcome.problems
    }
    // The form has no place for a problem of one field.
    assert.deepEqual(problems(wrong('alertPrefs.quietHours.to')), ['Please enter two different times.'])
    const refusal = 'Notifications cannot be sent to this browser: its push service is not supported here.'
    assert.deepEqual(problems(wrong('subscription.endpoint')), [refusal])
    assert.deepEqual(problems(wrong('subscription.keys.auth', 'alertPrefs.quietHours.to')), ['Please enter two different times.', refusal])
    assert.match(problems(refused('limit_reached')).join(''), /^No more notifications can be turned on/)
    assert.deepEqual(problems(wrong('clientId')), ['Please check what you have entered.'])
    assert.deepEqual(problems(reply(503, null)), ['This is not working right now. Please try again in a few minutes.'])
  })
})

describe('notifications of a place', () => {
  const wanted = (fields: Readonly<Record<string, string>>, clientId: string | null = 'c', stored: unknown = { wind: 60 }) =>
    pushWantedIn(formOf({ endpoint: 'https://push.example/1', p256dh: 'key', auth: 'secret', ...fields }), READER, {
      clientId,
      stored,
      place: BERLIN,
    })

  it('are asked for with what the browser wrote, and with the stored preferences while the editor is closed', () => {
    assert.deepEqual(wanted({ 'frequency.city_alerts': 'daily' }), {
      clientId: 'c',
      subscription: { endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'secret' } },
      ...BERLIN,
      frequency: 'daily',
      alertPrefs: { wind: 60 },
      lang: 'en-GB',
      units: 'metric',
    })
    assert.equal((wanted({}, null) as { clientId: string }).clientId, '')
  })

  it('have the preferences of the editor where it is open', () => {
    const { alertPrefs } = wanted({ editor: '1', 'hazard.wind': '1', 'limit.wind': '50' }) as { alertPrefs: unknown }
    assert.match(JSON.stringify(alertPrefs), /50/)
  })
})
