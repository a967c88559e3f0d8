import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ALERT_SEVERITIES, COLOR_PALETTE, formatInstant } from '@isobar/weather'
import fc from 'fast-check'
import { HOUR_MS } from '../../../../../time.ts'
import { getMailWords } from '../../../../mail/catalogue/index.ts'
import type { MailContext } from '../../../../mail/templates/index.ts'
import { buildMailLinks } from '../../../../mail/templates/links.ts'
import type { AlertMatch, AlertSource, ForecastMatch, WarningMatch, WeatherAlertData } from './data.ts'
import { type MatchView, sortMatches } from './match.ts'
import { toParagraphs } from './paragraphs.ts'
import { samples } from './samples.ts'
import { buildAlertMailView } from './view.ts'

const context: MailContext = {
  units: 'metric',
  timezone: 'America/New_York',
  words: getMailWords('en'),
  service: 'Service',
  links: buildMailLinks(new URL('https://weather.example'), { token: 'x', scope: 'alerts' }),
}
const [{ data, parts }] = samples as [(typeof samples)[number]]
const official = data.matches.find((match) => match.kind === 'official') as WarningMatch
const forecast = data.matches.find((match) => match.kind === 'forecast') as ForecastMatch
const seen = (...matches: AlertMatch[]): { subject: string; details: MatchView['detail'][]; warned: unknown } => {
  const view = buildAlertMailView({ ...data, matches }, parts, context)
  return {
    subject: String(view['subjectLine']).replaceAll('\u00a0', ' '),
    details: (view['matches'] as MatchView[]).map(({ detail }) => detail),
    warned: view['warned'],
  }
}

describe('the subject', () => {
  const subjects: Readonly<Record<string, [AlertMatch[], string]>> = {
    'a new warning': [[official], 'Tornado Warning for Sampleville (Extreme)'],
    'one of unknown severity': [[{ ...official, severity: null, color: null, colorSource: null }], 'Tornado Warning for Sampleville'],
    'the issuer’s level': [[{ ...official, color: 'orange', colorSource: 'level' }], 'Tornado Warning for Sampleville (Orange)'],
    'a derived level': [[{ ...official, colorSource: 'derived' }], 'Tornado Warning for Sampleville (Extreme (our estimate))'],
    'an upgrade': [[{ ...official, stage: 'upgraded' }], 'More severe: Tornado Warning for Sampleville (Extreme)'],
    'an extension': [[{ ...official, stage: 'extended' }], 'Lasts longer: Tornado Warning for Sampleville'],
    'a cancellation': [[{ ...official, stage: 'cancelled' }], 'Called off: Tornado Warning for Sampleville'],
    'a forecast with a peak': [[forecast], 'Strong gusts forecast for Sampleville: 89 km/h'],
    'a forecast without': [[{ ...forecast, hazard: 'fog', peak: null }], 'Fog forecast for Sampleville'],
    'a thunderstorm that may come': [
      [{ ...forecast, hazard: 'thunderstorm', peak: null, probability: 0.1 }],
      'Thunderstorm forecast for Sampleville: 10% probability',
    ],
    'a thunderstorm that is certain': [
      [{ ...forecast, hazard: 'thunderstorm', peak: null, probability: 1 }],
      'Thunderstorm forecast for Sampleville',
    ],
    'bad air': [
      [{ ...forecast, hazard: 'airQuality', threshold: 2, peak: { value: 3, at: null, detail: { of: 'usIndex', value: 164 } } }],
      'Poor air quality forecast for Sampleville: US AQI 164 (unhealthy)',
    ],
    pollen: [
      [{ ...forecast, hazard: 'pollen', threshold: 3, peak: { value: 3, at: null, detail: { of: 'birch', value: 120 } } }],
      'Pollen forecast for Sampleville: birch: high',
    ],
    'a rough sea': [
      [{ ...forecast, hazard: 'marine', threshold: 2.5, peak: { value: 3.14, at: null } }],
      'Marine hazard forecast for Sampleville: waves of 3.1 m',
    ],
    'a forecast that is gone': [[{ ...forecast, stage: 'cancelled' }], 'Called off: Strong gusts for Sampleville'],
    'the worst of two': [[forecast, official], 'Tornado Warning for Sampleville (Extreme) and one more'],
    'the worst of three': [[forecast, official, forecast], 'Tornado Warning for Sampleville (Extreme) and 2 more'],
  }
  for (const [what, [matches, subject]] of Object.entries(subjects)) it(`of ${what}`, () => assert.equal(seen(...matches).subject, subject))
})

describe('the level', () => {
  const badge = (change: Partial<WarningMatch>) => {
    const [detail] = seen({ ...official, ...change }).details
    return [detail?.badge, detail?.color, detail?.textColor]
  }
  const { red, orange, yellow, unknown } = COLOR_PALETTE

  it('is the issuer’s, else the severity, else marked as ours; its colour is that of the API', () => {
    assert.deepEqual(badge({ color: 'orange', colorSource: 'level' }), ['Orange', orange.back, orange.front])
    assert.deepEqual(badge({}), ['Extreme', red.back, red.front])
    assert.deepEqual(badge({ severity: 'moderate', color: 'yellow', colorSource: 'derived' }), [
      'Moderate (our estimate)',
      yellow.back,
      yellow.front,
    ])
    assert.deepEqual(badge({ severity: null, color: null, colorSource: null }), ['Severity not stated', unknown.back, unknown.front])
  })

  it('of a forecast and of what is called off is white on a colour of its own', () => {
    const { details } = seen(forecast, { ...official, stage: 'cancelled' })
    assert.deepEqual(
      details.map(({ textColor }) => textColor),
      ['#ffffff', '#ffffff'],
    )
    assert.equal(new Set(details.map(({ color }) => color)).size, 2)
  })

  it('of a mail queued without a colour is its severity', () => {
    const { color: _, colorSource: __, ...queued } = official
    const [detail] = seen({ ...queued, severity: 'severe' }).details
    assert.deepEqual({ badge: detail?.badge, color: detail?.color }, { badge: 'Severe', color: orange.back })
  })
})

describe('the order', () => {
  it('is by status, source, severity and start', () => {
    const minor: AlertMatch = { ...official, severity: 'minor' }
    const over: AlertMatch = { ...official, stage: 'cancelled' }
    const later: AlertMatch = { ...forecast, start: '2026-11-25T00:00:00Z' }
    assert.deepEqual(sortMatches([over, minor, later, forecast, official]), [official, minor, forecast, later, over])
  })
})

describe('the order of any matches', () => {
  const start = fc.integer({ min: 0, max: 48 }).map((hours) => formatInstant(Date.parse('2026-11-21T00:00:00Z') + hours * HOUR_MS))
  const warning = fc.record({
    start,
    severity: fc.option(fc.constantFrom(...ALERT_SEVERITIES)),
    stage: fc.constantFrom('new', 'cancelled'),
  })
  const hazard = fc.record({ start, stage: fc.constantFrom('new', 'cancelled') })
  const match = fc.oneof(
    warning.map((change): AlertMatch => ({ ...official, ...change })),
    hazard.map((change): AlertMatch => ({ ...forecast, ...change })),
  )

  it('puts no forecast above an official warning in force, and nothing that is over above what is not', () => {
    const rank = ({ kind, stage }: AlertMatch): number => (stage === 'cancelled' ? 2 : 0) + (kind === 'forecast' ? 1 : 0)
    fc.assert(
      fc.property(fc.array(match, { minLength: 1, maxLength: 8 }), (matches) => {
        const ranks = sortMatches(matches).map(rank)
        assert.deepEqual(ranks, ranks.toSorted())
        const isOfficial = matches.some(({ kind, stage }) => kind === 'official' && stage === 'new')
        assert.equal(isOfficial && !seen(...matches).subject.includes(official.event), false)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a match', () => {
  it('keeps areas separate: two counties with commas in their names are two areas', () => {
    const areas = ['Murray, OK', 'Carter, OK']
    const listed = new Map([...parts, [official.text ?? '', { description: '', instruction: null, areas }]])
    const [match] = buildAlertMailView({ ...data, matches: [official] }, listed, context)['matches'] as MatchView[]
    assert.equal(match?.detail.areas, 'Murray, OK; Carter, OK')
  })

  it('gives the probability of a thunderstorm, as a whole and by source', () => {
    const sources = [
      { id: 'a', name: 'A', agrees: true, value: null, probability: 0.1, fetchedAt: null },
      { id: 'b', name: 'B', agrees: true, value: null, fetchedAt: null },
    ]
    const storm: AlertMatch = { ...forecast, hazard: 'thunderstorm', threshold: null, peak: null, probability: 0.1, sources }
    const [detail] = seen(storm).details
    assert.equal(detail?.peak, '10% probability')
    assert.deepEqual(
      detail?.sources.map(({ says }) => says),
      ['shows it: 10% probability', 'shows it'],
    )
  })

  it('states the limit of a level by its name, and of waves in the reader’s unit', () => {
    const limit = (hazard: ForecastMatch['hazard'], threshold: number, units: MailContext['units'] = 'metric') => {
      const [match] = buildAlertMailView({ ...data, matches: [{ ...forecast, hazard, threshold }] }, parts, { ...context, units })[
        'matches'
      ] as MatchView[]
      return match?.detail.threshold?.replaceAll('\u00a0', ' ')
    }
    assert.deepEqual(
      [1, 2, 3, 4].map((level) => limit('airQuality', level)),
      ['moderate', 'unhealthy for sensitive groups', 'unhealthy', 'very unhealthy'].map((word) => `from “${word}” on`),
    )
    assert.equal(limit('pollen', 3), 'from “high” on')
    assert.deepEqual([limit('marine', 2.5), limit('marine', 2.5, 'imperial')], ['from waves of 2.5 m', 'from waves of 8 ft'])
  })

  it('states the chance as a part of the limit', () => {
    const limits = (hazard: ForecastMatch['hazard'], threshold: number | null) =>
      seen({ ...forecast, hazard, threshold, minProbability: 0.6 }).details.map((detail) => detail.threshold?.replaceAll('\u00a0', ' '))
    assert.deepEqual(
      [limits('rain', 4), limits('thunderstorm', null)],
      [['from 4 mm/h, from a chance of 60% on'], ['from a chance of 60% on']],
    )
  })

  it('says what each source expects of the air', () => {
    const detail = { of: 'europeanIndex', value: 72 } as const
    const sources = [
      { id: 'a', name: 'A', agrees: true, value: 2, detail, fetchedAt: null },
      { id: 'b', name: 'B', agrees: false, value: 1, detail: { ...detail, value: 55 }, fetchedAt: null },
    ]
    const [match] = seen({ ...forecast, hazard: 'airQuality', threshold: 2, peak: { value: 2, at: null, detail }, sources }).details
    assert.deepEqual(
      match?.sources.map(({ says }) => says),
      ['shows it: European AQI 72 (poor)', 'does not show it: European AQI 55 (moderate)'],
    )
  })

  it('agrees in gender with its noun in French', () => {
    const french = { ...context, words: getMailWords('fr') }
    const subjectOf = (match: AlertMatch) => String(buildAlertMailView({ ...data, matches: [match] }, parts, french)['subjectLine'])
    const snow: AlertMatch = { ...forecast, hazard: 'snow', stage: 'cancelled' }
    assert.match(subjectOf(snow), /^Alerte levée – Neige/)
    assert.match(subjectOf({ ...official, stage: 'extended' }), /^Alerte prolongée/)
    assert.match(subjectOf({ ...official, severity: 'minor' }), /\(Mineure\)$/)
    const [gone] = buildAlertMailView({ ...data, matches: [snow] }, parts, french)['matches'] as MatchView[]
    assert.match(gone?.detail.title ?? '', /^Ne figure plus dans les prévisions/)
  })

  it('gives the opinion of each source, and what was unknown', () => {
    assert.deepEqual(
      seen(official).details[0]?.sources.map(({ name, says }) => `${name}: ${says}`),
      ['National Weather Service: carries this warning', 'OpenWeather: does not carry it', 'Open-Meteo: no data'],
    )
    assert.deepEqual(
      seen(forecast).details[0]?.sources.map(({ name, says }) => `${name}: ${says}`.replaceAll('\u00a0', ' ')),
      ['OpenWeather: shows it: 89 km/h', 'Open-Meteo: does not show it: 57 km/h', 'National Weather Service: does not warn of it'],
    )
  })

  it('gives the reading time of a source that may not yet list the warning', () => {
    const read = (id: string, agrees: boolean, fetchedAt: string): AlertSource => ({
      id,
      name: id,
      agrees,
      value: null,
      fetchedAt,
      as: 'warnings',
    })
    const says = (relayReadAt: string) =>
      seen({ ...official, sources: [read('nws', true, '2026-11-24T20:45:00Z'), read('relay', false, relayReadAt)] }).details[0]?.sources[1]
        ?.says
    assert.equal(says('2026-11-24T20:44:00Z'), 'does not carry it')
    assert.equal(says('2026-11-24T20:20:00Z'), 'did not carry it yet at 15:20')
  })

  it('has no end if the hazard lasts to the end of the forecast', () => {
    const when = (own: Partial<ForecastMatch>) =>
      seen({ ...forecast, start: '2026-11-24T20:00:00Z', end: '2026-11-26T14:00:00Z', ...own }).details[0]?.when
    assert.equal(when({ isEndKnown: false }), 'from Tue 24 Nov, 15:00, at least until Thu 26 Nov, 09:00')
    assert.doesNotMatch(when({}) ?? '', /at least/)
  })

  it('says when the heaviest 24 hours of snow start', () => {
    const peak = (hazard: ForecastMatch['hazard']) =>
      seen({ ...forecast, hazard, peak: { value: 20, at: '2026-11-24T20:00:00Z' } }).details[0]?.peak?.replaceAll('\u00a0', ' ')
    assert.deepEqual(
      { peakSnow: peak('snow'), peakRain: peak('rain') },
      { peakSnow: 'about 20 cm (20 mm as water) in 24 hours, from Tue 24 Nov, 15:00 on', peakRain: '20 mm/h, about Tue 24 Nov, 15:00' },
    )
  })

  it('distinguishes a forecast that shows the hazard from a source that carries the warning', () => {
    const of = (match: AlertMatch, own: Partial<AlertSource>): string | undefined =>
      seen({ ...match, sources: [{ id: 'x', name: 'X', agrees: true, value: null, fetchedAt: null, ...own }] }).details[0]?.sources[0]?.says
    assert.equal(of(official, { as: 'warnings' }), 'carries this warning')
    assert.equal(of(official, { as: 'forecast' }), 'shows it')
    assert.equal(of(official, {}), 'shows it')
    assert.equal(of(official, { agrees: false }), 'does not show it')
    assert.equal(of(forecast, { as: 'warnings' }), 'warns of it')
    assert.equal(of(forecast, { as: 'warnings', agrees: false }), 'does not warn of it')
  })

  it('gives times in the subscriber’s zone, and also in the place’s if it differs', () => {
    const timesIn = (timezone: string): unknown[] => {
      const view = buildAlertMailView(data, parts, { ...context, timezone })
      return (view['matches'] as MatchView[]).slice(0, 1).flatMap(({ detail }) => [detail.when, detail.there])
    }
    assert.deepEqual(timesIn('America/New_York'), ['Tue 24 Nov, 15:44–16:30', null])
    assert.deepEqual(timesIn('America/Toronto'), ['Tue 24 Nov, 15:44–16:30', null])
    assert.deepEqual(timesIn('UTC'), ['Tue 24 Nov, 20:44–21:30', 'local time there: Tue 24 Nov, 15:44–16:30'])
  })

  it('omits the text of a warning that was called off', () => {
    assert.ok((seen(official).details[0]?.text.length ?? 0) > 0)
    const { details, warned } = seen({ ...official, stage: 'cancelled' })
    assert.deepEqual(
      { text: details[0]?.text, instruction: details[0]?.instruction, sources: details[0]?.sources, warned },
      { text: [], instruction: [], sources: [], warned: false },
    )
  })

  it('has a key that depends on everything shown', () => {
    const key = (own: Partial<MailContext>, place: Partial<WeatherAlertData['place']> = {}): string | undefined =>
      (buildAlertMailView({ ...data, place: { ...data.place, ...place } }, parts, { ...context, ...own })['matches'] as MatchView[])[0]?.key
    const keys = [key({}), key({ units: 'si' }), key({ timezone: 'UTC' }), key({ words: getMailWords('de') }), key({}, { timezone: 'UTC' })]
    assert.equal(new Set(keys).size, 5)
  })

  it('throws if a text is missing', () => {
    assert.throws(() => buildAlertMailView(data, new Map(), context), /The part 'alert:sample:tornado' is missing/)
  })
})

describe('toParagraphs', () => {
  it('joins lines that were broken for a teletype, but keeps items and paragraphs separate', () => {
    const text = 'One\rline\r\nof two.\n\n* WHAT...Snow.\n* WHERE...Here\nand there.\n  - a\n1. b\n\n\n'
    assert.deepEqual(toParagraphs(text, 1_000), {
      paragraphs: ['One line of two.', '* WHAT...Snow.', '* WHERE...Here and there.', '- a', '1. b'],
      cut: false,
    })
  })

  it('cuts at a paragraph or a word', () => {
    assert.deepEqual(toParagraphs(`${'a '.repeat(40)}\n\n${'b '.repeat(40)}`, 100), { paragraphs: ['a '.repeat(40).trim()], cut: true })
    const { paragraphs, cut } = toParagraphs('word '.repeat(100), 52)
    assert.deepEqual({ paragraphs, cut }, { paragraphs: ['word word word word word word word word word word …'], cut: true })
    assert.deepEqual(toParagraphs('', 100), { paragraphs: [], cut: false })
  })
})
