import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatInstant } from './instant.ts'
import { summariseNowcast } from './nowcast.ts'
import { gradePrecipitation } from './precipitation-intensity.ts'
import { ENGLISH, LANGUAGES, readTestTexts } from './testing/texts.ts'

const START = Date.parse('2026-07-01T12:00:00Z')
const CLASSES = ['light', 'moderate', 'heavy', 'violent'] as const
/** As the requirements state them: less than this is dry, and a dry period this short is no break. */
const [WET, SHORT] = [0.1, 5]

type Rates = readonly (number | null)[]

const textOf = (rates: Rates, texts = ENGLISH) =>
  summariseNowcast(
    rates.map((precipitation, minute) => ({ time: formatInstant(START + minute * 60_000), precipitation })),
    'UTC',
    texts,
    START,
  )?.text ?? null

const clockOf = (minute: number) => new Date(START + minute * 60_000).toISOString().slice(11, 16)
const minuteOf = (clock: string) => (Date.parse(`2026-07-01T${clock}:00Z`) - START) / 60_000
const known = (rates: Rates) => (rates.includes(null) ? rates.slice(0, rates.indexOf(null)) : rates) as readonly number[]
const isWet = (rate: number | undefined) => (rate ?? 0) >= WET
const classOf = (rate: number | undefined) => (isWet(rate) ? CLASSES.indexOf(gradePrecipitation('rain', rate ?? 0)) : -1)

/** The dry periods between wet minutes that are too long to be passed over. */
function breaksOf(rates: readonly number[]) {
  const wet = rates.flatMap((rate, minute) => (isWet(rate) ? [minute] : []))
  return wet.slice(1).flatMap((minute, index) => {
    const from = (wet[index] ?? 0) + 1
    return minute - from > SHORT ? [{ from, to: minute }] : []
  })
}

const NAMES = ['Light', 'Moderate', 'Heavy', 'Very heavy']
const GRAMMAR =
  /^(?:(?<none>No precipitation expected until at least (?<dry>\S{5})\.)|(?<what>\w[\w ]*?recipitation)(?: from (?<from>\d\d:\d\d))?(?:,? (?<lasting>lasting at least )?(?:until|to) (?<to>\d\d:\d\d))\.)(?: (?<breaks>A break|Breaks, the longest) from (?<breakFrom>\S{5}) to (?<breakTo>\d\d:\d\d)\.)?(?: (?<how>Moderate|Heavy|Very heavy) precipitation (?<link>from|at times between) (?<peakFrom>\S{5}) (?:to|and) (?<peakTo>\d\d:\d\d)\.)?$/

/** Fails unless everything that the English text says is true of the minutes, and what matters in them is said. */
function check(rates: Rates): void {
  const text = textOf(rates)
  const minutes = known(rates)
  if (minutes.length === 0) return assert.equal(text, null)
  const said = GRAMMAR.exec(text ?? '')?.groups
  assert.ok(said !== undefined, `not understood: ${text}`)
  const wet = minutes.flatMap((rate, minute) => (isWet(rate) ? [minute] : []))
  const [first] = wet
  const last = wet.at(-1)
  if (first === undefined || last === undefined) return assert.equal(said['dry'], clockOf(minutes.length))

  assert.equal(said['none'], undefined, 'calls a wet hour dry')
  assert.equal(said['from'] ?? clockOf(0), clockOf(first))
  assert.equal(said['to'], clockOf(last + 1), 'the end, or what is known')
  assert.equal(said['lasting'] !== undefined, last + 1 === minutes.length)

  const breaks = breaksOf(minutes)
  assert.equal(said['breaks'], breaks.length === 0 ? undefined : breaks.length === 1 ? 'A break' : 'Breaks, the longest')
  if (breaks.length > 0) {
    const [from, to] = [minuteOf(said['breakFrom'] ?? ''), minuteOf(said['breakTo'] ?? '')]
    assert.ok(minutes.slice(from, to).every((rate) => !isWet(rate)))
    assert.equal(to - from, Math.max(...breaks.map((each) => each.to - each.from)))
  }

  const classes = minutes.map(classOf)
  const top = Math.max(...classes)
  const subject = said['what']?.replace(/ ?precipitation$/i, '')
  const least = Math.min(...wet.map((minute) => classes[minute] as number))
  assert.equal(subject, least === top ? NAMES[top] : '', 'names an intensity that not all of it has')
  if (least === top) return assert.equal(said['how'], undefined)
  assert.equal(said['how'], NAMES[top])
  const [from, to] = [minuteOf(said['peakFrom'] ?? ''), minuteOf(said['peakTo'] ?? '')]
  const heaviest = classes.flatMap((each, minute) => (each === top ? [minute] : []))
  assert.deepEqual({ firstHeaviest: heaviest[0], lastHeaviest: heaviest.at(-1) }, { firstHeaviest: from, lastHeaviest: to - 1 })
  const longestDip = Math.max(0, ...heaviest.slice(1).map((minute, index) => minute - (heaviest[index] ?? 0) - 1))
  assert.equal(said['link'], longestDip > SHORT ? 'at times between' : 'from')
}

/** Hours as they occur: periods of a rate, traces among them, and sometimes a gap. */
const hours = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 25 }),
      fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(0, 0, 0, 0.02, 0.1, 0.4, 2.4, 2.5, 6.5, 12, 60) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((periods) => periods.flatMap(([count, rate]) => Array.from({ length: count }, () => rate)).slice(0, 60))

describe('the next-hour text, read by a reader of its own', () => {
  it('is true of 300 generated hours, and complete', () => {
    fc.assert(fc.property(hours, check), { numRuns: 300 })
  })

  it('has the same times and intensities in every language', () => {
    fc.assert(
      fc.property(hours, (rates) => {
        const times = (text: string | null) => (text?.match(/\d\d:\d\d/g) ?? []).toSorted()
        const top = Math.max(...known(rates).map(classOf))
        for (const language of LANGUAGES) {
          const texts = readTestTexts(language)
          const text = textOf(rates, texts)
          assert.deepEqual(times(text), times(textOf(rates)))
          const what = (each: (typeof CLASSES)[number]) => texts.t(`nowcast.what.${each}`)
          const name = CLASSES[top]
          if (name === undefined) continue
          assert.ok(
            text?.includes(what(name)) || (name !== 'light' && text?.includes(texts.t(`nowcast.what.${name}`))),
            `${language}: ${text}`,
          )
          for (const higher of CLASSES.slice(top + 1)) assert.ok(!text?.includes(what(higher)), `${language}: ${text}`)
        }
      }),
      { numRuns: 300 },
    )
  })

  const recorded = recordedHours()
  if (recorded.length === 0) it('is true of the recorded hours', (t) => t.skip('the recorded answers are not here'))
  for (const { file, rates } of recorded) it(`is true of ${file}`, () => check(rates))
})

/** The minutes of all recorded answers that have some, whatever the provider, in mm/h. */
function recordedHours(): readonly { file: string; rates: Rates }[] {
  const samples = new URL('../../../../shared/upstream-samples/', import.meta.url)
  if (!existsSync(samples)) return []
  return readdirSync(samples, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(openweather|others|pirate-weather)\/.*\.json$/.test(file))
    .flatMap((file) => {
      const body = JSON.parse(readFileSync(new URL(file, samples), 'utf8')) as Record<string, never>
      const minutes: unknown =
        body?.['minutely']?.['data'] ??
        body?.['minutely'] ??
        body?.['forecastNextHour']?.['minutes'] ??
        (file.includes('1min') ? body?.['data'] : undefined)
      if (!Array.isArray(minutes)) return []
      const rates = (minutes as Record<string, number>[]).map(
        (each) => each['precipitation'] ?? each['precipIntensity'] ?? each['precipitationIntensity'] ?? null,
      )
      return [{ file, rates: rates.slice(0, 60) }]
    })
}
