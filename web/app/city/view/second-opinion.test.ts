import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from '../../../../src/messages/languages.ts'
import { getTranslator } from '../../../../src/messages/messages.ts'
import { EN, normaliseSpaces } from '../testing/teller.ts'
import { buildTestDaily } from '../testing/weather.ts'
import type { Daily, History } from '../weather.ts'
import { writeSecondOpinion } from './second-opinion.ts'
import type { Teller } from './teller.ts'

type Source = NonNullable<History['nextDays']>[number]
type Day = Partial<Source['days'][number]>

const [TOMORROW, SECOND, THIRD, FOURTH] = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'] as const

function source(id: string, days: readonly Day[], change: Partial<Source> = {}): Source {
  return {
    source: id,
    simulated: false,
    agencies: [id],
    issuedAt: '2026-11-21T09:15:00Z',
    expiresAt: '2026-11-21T11:15:00Z',
    attribution: { name: id.toUpperCase(), text: `Data by <${id}>`, url: `https://${id}.example/?a&b`, license: 'CC BY 4.0' },
    days: days.map((day, index) => ({
      date: [TOMORROW, SECOND, THIRD][index] ?? '',
      temperatureMin: 1,
      temperatureMax: null,
      precipitation: null,
      ...day,
    })),
    ...change,
  }
}

const SHOWN = source('openweather', [])
const shownDays = (days: readonly Day[], known: Partial<Daily> = {}) =>
  buildTestDaily(
    days.map((day, index) => ({ date: [TOMORROW, SECOND, THIRD, FOURTH][index] ?? '', temperatureMin: 2, ...day })),
    known,
  )
const historyOf = (...nextDays: readonly Source[]) => ({ nextDays }) as unknown as History
const opinion = (ours: Daily | null, history: History | null, teller: Teller = EN) => writeSecondOpinion(ours, history, teller)
const sentence = (...of: Parameters<typeof opinion>) => normaliseSpaces(/<summary>(.*?)<\/summary>/.exec(opinion(...of) ?? '')?.[1]) ?? null

describe('another source’s forecast', () => {
  it('is mentioned if its high differs by more than two degrees, or its amount by more than five millimetres', () => {
    const highs = (ours: number | null, theirs: number | null) =>
      sentence(shownDays([{ temperatureMax: ours }]), historyOf(SHOWN, source('met', [{ temperatureMax: theirs }])))
    assert.equal(highs(12.2, 9.3), 'OpenWeather expects up to 12° tomorrow, MET up to 9°.')
    assert.equal(highs(9, 11), null)
    assert.equal(highs(9, 11.1), 'OpenWeather expects up to 9° tomorrow, MET up to 11°.')
    assert.equal(highs(null, 20), null)
    assert.equal(highs(20, null), null)
    const amounts = (ours: number | null, theirs: number | null) =>
      sentence(shownDays([{ precipitation: ours }]), historyOf(SHOWN, source('met', [{ precipitation: theirs }])))
    assert.equal(amounts(3, 16), 'OpenWeather expects 3.0 mm of rain or snow tomorrow, MET 16 mm.')
    assert.equal(amounts(0, 5), null)
    assert.equal(amounts(0, 5.1), 'OpenWeather expects 0 mm of rain or snow tomorrow, MET 5.1 mm.')
    assert.equal(amounts(0, null), null)
  })

  it('is compared in the reader’s units', () => {
    const units = { temperature: '°F', windSpeed: 'mph', precipitation: 'in', pressure: 'inHg', visibility: 'mi', snow: 'in' }
    const of = (ours: Day, theirs: Day) => sentence(shownDays([ours], { units }), historyOf(SHOWN, source('met', [theirs])))
    assert.equal(of({ temperatureMax: 50 }, { temperatureMax: 53.6 }), null)
    assert.equal(of({ temperatureMax: 50 }, { temperatureMax: 53.7 }), 'OpenWeather expects up to 50° tomorrow, MET up to 54°.')
    assert.equal(of({ precipitation: 0.1 }, { precipitation: 0.3 }), null)
    assert.match(of({ precipitation: 0.1 }, { precipitation: 0.31 }) ?? '', /0\.10 in .* 0\.31 in/)
  })

  it('is the one that differs most, on the day on which it does', () => {
    const ours = shownDays([{ temperatureMax: 10 }, { temperatureMax: 10 }, { temperatureMax: 10, precipitation: 0 }])
    const one = source('one', [{ temperatureMax: 13 }])
    const other = source('other', [{ temperatureMax: 10 }, { temperatureMax: 6 }])
    assert.equal(sentence(ours, historyOf(SHOWN, one, other)), 'OpenWeather expects up to 10° in 2 days, OTHER up to 6°.')
    const wet = source('wet', [{}, {}, { precipitation: 30 }])
    assert.equal(sentence(ours, historyOf(one, other, wet, SHOWN)), 'OpenWeather expects 0 mm of rain or snow in 3 days, WET 30 mm.')
  })

  it('is not mentioned if it is no second opinion, not fresh, or nothing is known of what is shown', () => {
    const ours = shownDays([{ temperatureMax: 10 }])
    const of = (change: Partial<Source>, shown: Source = SHOWN) =>
      sentence(ours, historyOf(shown, source('met', [{ temperatureMax: 20 }], change)))
    assert.notEqual(of({}), null)
    // Of the same agency, directly or through another.
    assert.equal(of({ agencies: ['dwd', 'openweather'] }), null)
    assert.equal(of({ agencies: ['dwd'] }, source('openweather', [], { agencies: ['noaa', 'dwd'] })), null)
    assert.equal(of({ simulated: true }), null)
    // 09:47 at present.
    assert.equal(of({ expiresAt: '2026-11-21T09:47:00Z' }), null)
    assert.notEqual(of({ expiresAt: '2026-11-21T09:47:01Z' }), null)
    assert.equal(of({}, source('elsewhere', [])), null)
    assert.equal(sentence(ours, historyOf(source('openweather', [{ temperatureMax: 20 }]))), null)
    const met = source('met', [{ temperatureMax: 20 }])
    assert.equal(sentence(shownDays([{ temperatureMax: 10 }], { freshness: 'emergency' }), historyOf(SHOWN, met)), null)
    assert.equal(sentence(null, historyOf(SHOWN, met)), null)
    assert.equal(sentence(ours, null), null)
    assert.equal(sentence(ours, {} as History), null)
  })

  it('opens to both sources for each of the days, with its credit', () => {
    const ours = shownDays([{ temperatureMax: 12, precipitation: 1 }, { temperatureMax: 8 }, { temperatureMax: 7 }, { temperatureMax: 30 }])
    const met = source('met', [{ temperatureMax: 9, precipitation: 2.5 }, {}, { temperatureMax: 7, temperatureMin: null }])
    const html = opinion(ours, historyOf(SHOWN, met)) ?? ''
    const rows = [...html.matchAll(/<th (?:colspan=4 )?scope=row(?:group)?>([^<]*)((?:<td>.*?(?=<td>|<tr>|<tbody>|<\/table>))*)/g)]
    assert.deepEqual(
      rows.map(([, name, cells = '']) => [
        name,
        ...cells
          .split('<td>')
          .slice(1)
          .map((value) => normaliseSpaces(value.replace(/<[^>]*>/g, ''))),
      ]),
      [
        ['Tomorrow'],
        ['OpenWeather', '12°', '2°', '1.0 mm'],
        ['MET', '9°', '1°', '2.5 mm'],
        ['Monday'],
        ['OpenWeather', '8°', '2°', '–not known'],
        ['MET', '–not known', '1°', '–not known'],
        ['Tuesday'],
        ['OpenWeather', '7°', '2°', '–not known'],
        ['MET', '7°', '–not known', '–not known'],
      ],
    )
    const [, credit = ''] = /<p>(.*)<\/p>/.exec(html) ?? []
    assert.equal(
      normaliseSpaces(credit),
      '<a href="https://met.example/?a&amp;b" rel=noopener>Data by &lt;met&gt;</a> · Licence: CC BY 4.0 · As of 10:15',
    )
  })

  it('is in every language, with both names and values', () => {
    const high = [shownDays([{ temperatureMax: 12 }]), historyOf(SHOWN, source('met', [{ temperatureMax: 9 }]))] as const
    const fall = [shownDays([{ precipitation: 10 }]), historyOf(SHOWN, source('met', [{ precipitation: 30 }]))] as const
    for (const [weather, values] of [
      [high, ['12', '9']],
      [fall, ['10', '30']],
    ] as const) {
      const all = LANGUAGES.map((lang) => sentence(...weather, { ...EN, t: getTranslator(lang).t, lang, locale: lang }) ?? '')
      assert.equal(new Set(all).size, LANGUAGES.length)
      for (const text of all) for (const part of ['OpenWeather', 'MET', ...values]) assert.ok(text.includes(part), `${text}: ${part}`)
    }
  })
})
