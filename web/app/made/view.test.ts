import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Language } from '../../../src/messages/languages.ts'
import { getTranslator } from '../../../src/messages/messages.ts'
import { EN, normaliseSpaces } from '../city/testing/teller.ts'
import { type BlendAnswer, buildMadeView } from './view.server.ts'

const NAMES = [
  { source: 'openweather', name: 'OpenWeather' },
  { source: 'open-meteo', name: 'Open-Meteo' },
]

const HOUR: BlendAnswer['blend']['hours'][number] = {
  time: '2026-11-21T07:00:00Z',
  leadHours: 0.9,
  temperature: 5.6,
  low: 4.4,
  high: 6.9,
  precipitationProbability: 0.27,
  sources: [
    {
      source: 'openweather',
      temperature: 6.41,
      subtracted: 0.95,
      weight: 0.47,
      n: 55.2,
      chance: { stated: 0.4, meant: 0.29, weight: 0.61 },
    },
    { source: 'open-meteo', temperature: 5.7, subtracted: -0.02, weight: 0.53, n: 41.8, chance: null },
  ],
}
const BLEND: BlendAnswer['blend'] = {
  isOn: true,
  mode: 'auto',
  reason: 'proved',
  since: '2026-11-02T14:10:00Z',
  days: 71,
  lastDay: '2026-11-19',
  missingDays: 0,
  truth: { source: 'aviation-weather', station: 'Hamburg-Fuhlsbüttel' },
  comparedWith: 'openweather',
  skill: { days: 60, n: 3_310, difference: -0.31, low: -0.42, high: -0.19 },
  chance: { isOn: false, reason: 'too_few_days', since: null, missingDays: 3, skill: null },
  sources: [
    { source: 'openweather', fetchedAt: '2026-11-21T06:04:00Z' },
    { source: 'open-meteo', fetchedAt: '2026-11-21T04:40:00Z' },
  ],
  timezone: 'Europe/Berlin',
  hours: [HOUR],
}

function view(changes: Partial<BlendAnswer['blend']> = {}, teller = EN) {
  const answer = { units: { temperature: '°C' }, blend: { ...BLEND, ...changes }, names: NAMES } as unknown as BlendAnswer
  const made = buildMadeView(answer, teller)
  const texts = (value: string | null) => (value === null ? null : normaliseSpaces(value))
  return { ...made, state: texts(made.state), skill: texts(made.skill), learned: texts(made.learned) }
}

describe('how a forecast is made', () => {
  it('says since when it is proved, against what, on how many cases, and how sure that is', () => {
    const { state, learned, skill } = view()
    assert.match(
      state ?? '',
      /^Temperatures here are made in this way\. Since 2 November 2026 this has been shown .+ than OpenWeather alone\.$/,
    )
    assert.match(
      learned ?? '',
      /^Station: Hamburg-Fuhlsbüttel\. Days with measurements that we learned from: 71, the last of them 19 November 2026\.$/,
    )
    assert.equal(
      skill,
      'In 3,310 hours on 60 days, it was closer to the measurements than OpenWeather, by 0.3 °C on average. With a certainty of 95%, it is between 0.2 °C and 0.4 °C closer.',
    )
  })

  it('says the year of its dates in every language, by the clock of the place', () => {
    const days = { en: '1 January 2027', de: '1. Januar 2027', fr: '1 janvier 2027', es: '1 de enero de 2027' }
    const more = { it: '1 gennaio 2027', pt: '1 de janeiro de 2027', ja: '2027年1月1日', ar: '1 يناير 2027' }
    for (const [lang, day] of Object.entries({ ...days, ...more }) as [Language, string][]) {
      const teller = { ...EN, lang, locale: lang === 'en' ? 'en-GB' : lang, t: getTranslator(lang).t }
      const since = '2026-12-31T23:30:00Z'
      const chance = { ...BLEND.chance, isOn: true, reason: 'proved', since } as const
      const made = view({ since, lastDay: '2027-01-01', chance }, teller)
      for (const text of [made.state, made.chance, made.learned]) assert.ok(text?.includes(day), `${lang}: ${text}`)
    }
  })

  it('shows what each source sent, what was subtracted, its weight and cases; a source without the hour has none', () => {
    const { columns, rows } = view({
      hours: [HOUR, { ...HOUR, time: '2026-11-21T08:00:00Z', low: null, high: null, sources: HOUR.sources.slice(1) }],
    })
    assert.deepEqual(columns, ['OpenWeather', 'Open-Meteo'])
    const shown = rows.map(({ value, range, parts }) => [value, range, ...parts.flat()].map(normaliseSpaces))
    assert.deepEqual(shown, [
      ['5.6 °C', '4.4 °C to 6.9 °C', '6.4 °C', '1.0 °C', '47%', '55', '5.7 °C', '0.0 °C', '53%', '42'],
      ['5.6 °C', '–', '–', '–', '–', '–', '5.7 °C', '0.0 °C', '53%', '42'],
    ])
  })

  it('says of chances of rain whether they are made in this way, whatever temperatures are; nothing where none is stated', () => {
    const describe = (changes: Partial<BlendAnswer['blend']['chance']>) => {
      const { chance } = view({ isOn: false, reason: 'not_proved', chance: { ...BLEND.chance, ...changes } })
      return chance === null ? null : normaliseSpaces(chance)
    }
    assert.equal(describe({}), 'Chances of rain or snow here are those of OpenWeather, as it sends them.')
    assert.match(
      describe({ isOn: true, reason: 'proved', since: '2026-11-09T14:10:00Z' }) ?? '',
      /^Chances of rain or snow here are made in this way\. Since 9 November 2026 .+ than OpenWeather alone\.$/,
    )
    assert.match(describe({ isOn: true, reason: 'switched_on' }) ?? '', /because we have switched it on for this place\.$/)
    assert.equal(describe({ reason: 'not_stated' }), null)
    assert.equal(view({ sources: [] }).chance, null)
  })

  it('says why the forecast is as its source sends it', () => {
    const off = (reason: BlendAnswer['blend']['reason'], more: Partial<BlendAnswer['blend']> = {}) =>
      view({ isOn: false, reason, ...more }).state
    const asSent = 'Temperatures here are those of OpenWeather, as it sends them.'
    assert.equal(off('switched_off'), `${asSent} We have switched the correction off.`)
    assert.equal(
      off('too_few_days', { missingDays: 12 }),
      `${asSent} Days with measurements that are still missing before we can judge: 12.`,
    )
    assert.equal(off('not_proved'), `${asSent} It has not been shown that a correction would be closer to the measurements.`)
    assert.match(off('other_source', { comparedWith: 'open-meteo' }) ?? '', /compared with Open-Meteo only/)
    assert.match(off('nothing_learned') ?? '', /takes a nearby weather station\.$/)
    assert.match(off('outdated') ?? '', /measured lately\.$/)
    assert.equal(off('no_whole_series', { sources: [] }), 'No forecast for this place is available at present.')
    assert.match(view({ reason: 'switched_on', since: null }).state ?? '', /because we have switched it on for this place\.$/)
  })

  it('claims nothing that is not known', () => {
    const unknown = view({ days: 0, lastDay: null, truth: null, skill: null, comparedWith: null, hours: [], sources: [] })
    assert.deepEqual([unknown.learned, unknown.skill, unknown.columns, unknown.rows, unknown.sources], [null, null, [], [], []])
    const few = { days: 12, n: 400, difference: null, low: null, high: null }
    assert.equal(view({ skill: few }).skill, null)
    const undecided = { days: 60, n: 3_310, difference: -0.2, low: -0.45, high: 0.08 }
    assert.match(view({ skill: undecided }).skill ?? '', /by 0\.2 °C on average\.$/)
    const worse = { days: 60, n: 3_310, difference: 0.21, low: null, high: null }
    assert.match(view({ skill: worse }).skill ?? '', /it was further from the measurements than OpenWeather, by 0\.2 °C on average\.$/)
    assert.match(view({ truth: { source: 'bright-sky', station: null } }).learned ?? '', /^Days with measurements/)
  })
})
