import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { normaliseSpaces } from '../city/testing/teller.ts'
import { buildAccuracyPageView } from './view.server.ts'

type Accuracy = Parameters<typeof buildAccuracyPageView>[0]

const READER = { lang: 'en', locale: 'en-GB' } as const
const MEASURED = { kind: 'observation', source: 'metar', isOwn: false, station: null }
const COMPUTED = { kind: 'analysis', source: 'two', isOwn: false, station: null }
const OWN = { kind: 'analysis', source: 'one', isOwn: true, station: null }

const SCORES = {
  mae: { value: 1.234, low: 1.1, high: 1.4 },
  bias: { value: -0.3, low: -0.4, high: -0.2 },
  rmse: { value: 1.8 },
  persistence: { score: 2.5, n: 100 },
  climatology: { score: 3.1, skill: { value: 0.6 } },
}
const quantity = (changes: object = {}) => ({
  source: 'one',
  variable: 'temperature',
  truth: MEASURED,
  leadHours: 24,
  leadAboveHours: 12,
  days: 45,
  n: 1_000,
  scores: SCORES,
  comparisons: [],
  ...changes,
})
const amounts = (changes: object = {}) => ({
  source: 'one',
  truth: MEASURED,
  leadHours: 24,
  leadAboveHours: 12,
  days: 44,
  thresholds: [
    { leastMm: 1, scores: { pod: 0.1, far: 0.1, csi: 0.1, frequencyBias: 0.1, intervals: { pod: null } } },
    { leastMm: 0.2, scores: { pod: 0.75, far: 0.2, csi: 0.61, frequencyBias: 0.94, intervals: { pod: { low: 0.7, high: 0.8 } } } },
  ],
  ...changes,
})
const probability = (changes: object = {}) => ({
  source: 'one',
  truth: MEASURED,
  leadHours: 24,
  scores: { brier: { value: 0.0912 }, climatology: { skill: { value: 0.25 } } },
  ...changes,
})

/** The page about these comparisons. */
function pageOf(verification: object) {
  const whole = {
    from: '2026-10-01',
    to: '2026-11-15',
    places: 3,
    simulated: false,
    quantities: [],
    amounts: [],
    probabilities: [],
    ...verification,
  }
  const attributions = [
    { source: 'one', name: 'Source One', text: 'Data by One', url: 'https://one.example' },
    { source: 'two', name: 'Source Two', text: 'Data by Two', url: null },
  ]
  return buildAccuracyPageView({ verification: whole, units: { temperature: '°C' }, attributions } as unknown as Accuracy, READER)
}

describe('the page about forecast accuracy, without scores', () => {
  it('says how many days have been compared, and never more than are needed', () => {
    const page = pageOf({ quantities: [quantity({ scores: null, days: 12 }), quantity({ scores: null, days: 9 })] })
    assert.match(page.intro, /^Not enough data yet/)
    assert.deepEqual(
      { days: page.soon?.days, least: page.soon?.least, progress: page.soon?.progress },
      { days: 12, least: 30, progress: 'Compared so far: 12 of 30 days.' },
    )
    assert.deepEqual({ sections: page.sections, notes: page.notes }, { sections: [], notes: [] })
    assert.equal(pageOf({ quantities: [quantity({ scores: null, days: 31 })] }).soon?.days, 30)
    assert.equal(pageOf({}).soon?.days, 0)
  })

  it('says so, too, where the time of the comparison is not known', () => {
    for (const unknown of [{ from: null }, { to: null }]) assert.deepEqual(pageOf({ quantities: [quantity()], ...unknown }).sections, [])
  })

  it('credits its sources, and says that simulated weather is made up, with scores and without', () => {
    const credits = [
      { text: 'Data by One', url: 'https://one.example' },
      { text: 'Data by Two', url: null },
    ]
    for (const quantities of [[], [quantity()]]) {
      const { credits: shown, notes } = pageOf({ quantities, simulated: true })
      assert.deepEqual(shown, credits)
      assert.match(notes.at(-1) ?? '', /^Simulated weather/)
    }
  })
})

describe('the page about forecast accuracy', () => {
  it('has a section for each source and truth, and says what the truth is', () => {
    const quantities = [quantity(), quantity({ truth: COMPUTED }), quantity({ truth: OWN }), quantity({ source: 'two' })]
    const { intro, notes, soon, sections } = pageOf({ quantities })
    assert.equal(intro, 'Forecasts for 3 places, compared with the weather that followed, from 1 October 2026 to 15 November 2026.')
    assert.deepEqual({ soon, notes: notes.length }, { soon: null, notes: 1 })
    assert.deepEqual(
      sections.map(({ title }) => title),
      [
        'Source One, compared with measurements by metar',
        'Source One, compared with estimates by Source Two, not with measurements',
        'Source One, compared with its own later estimates, not with measurements',
        'Source Two, compared with measurements by metar',
      ],
    )
  })

  it('has a row for each lead time, with the interval and the reference forecasts', () => {
    const bare = { ...SCORES, mae: { value: 2, low: null, high: null }, persistence: null, climatology: null }
    const { sections } = pageOf({ quantities: [quantity(), quantity({ leadHours: 72, leadAboveHours: 48, days: 43, scores: bare })] })
    const [part] = sections[0]?.parts ?? []
    assert.equal(part?.title, 'Temperature')
    assert.deepEqual(
      part?.table.rows.map((row) => row.map((cell) => normaliseSpaces(cell) ?? null)),
      [
        ['12–24 hours', '45', '1.2 °C (1.10–1.40)', '−0.3 °C', '1.8 °C', '2.5 °C', '3.1 °C', '60%'],
        ['2–3 days', '43', '2.0 °C', '−0.3 °C', '1.8 °C', null, null, null],
      ],
    )
    assert.equal(part?.table.columns.length, 8)
    assert.deepEqual(
      part?.chart.lines.map(({ dots }) => dots.length),
      [2, 1, 1],
    )
  })

  it('has rain by its smallest amount, with the probabilities of the same lead time', () => {
    const other = [amounts({ leadHours: 48, leadAboveHours: 24 }), amounts({ truth: COMPUTED }), amounts({ leadHours: 3, thresholds: [] })]
    const probabilities = [probability({ leadHours: 3 }), probability(), probability({ truth: OWN, leadHours: 48 })]
    const { sections } = pageOf({ quantities: [quantity()], amounts: [amounts(), ...other], probabilities })
    const [, rain] = sections[0]?.parts ?? []
    assert.equal(rain?.title, 'Rain and snow')
    assert.deepEqual(
      rain?.table.rows.map((row) => row.map((cell) => normaliseSpaces(cell) ?? null)),
      [
        ['12–24 hours', '44', '75%', '20%', '0.61', '0.94', '0.091', '25%'],
        ['1–2 days', '44', '75%', '20%', '0.61', '0.94', null, null],
      ],
    )
  })

  it('has air after the weather, in its own unit, and nothing of other quantities', () => {
    const air = [quantity({ variable: 'o3' }), quantity({ variable: 'pm25' }), quantity({ variable: 'wind' })]
    const [section] = pageOf({ quantities: [...air, quantity()], amounts: [amounts()] }).sections
    assert.deepEqual(
      section?.parts.map(({ title }) => title),
      ['Temperature', 'Rain and snow', 'Fine particles (PM2.5)', 'Ozone (O₃)'],
    )
    assert.match(normaliseSpaces(section?.parts[2]?.table.rows[0]?.[2]) ?? '', /µg\/m³/)
  })

  it('says which source is closer a day ahead, where that is certain', () => {
    const versus = (value: number, isDecided = true) => ({ versus: 'two', days: 40, difference: { value }, isDecided })
    const sentences = (leadHours: number, ...comparisons: unknown[]) =>
      pageOf({ quantities: [quantity({ leadHours, leadAboveHours: 12, comparisons })] }).sections[0]?.sentences.map(normaliseSpaces)
    assert.deepEqual(sentences(24, versus(-0.25)), [
      '12–24 hours ahead, Source One was closer on temperature than Source Two, by 0.3 °C on average, in the same hours of 40 days.',
    ])
    assert.deepEqual(sentences(24, versus(0.25), versus(0), versus(-0.25, false), { ...versus(-1), difference: null }), [])
    assert.deepEqual(sentences(48, versus(-0.25)), [])
  })
})
