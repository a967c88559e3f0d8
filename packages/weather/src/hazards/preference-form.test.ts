import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HAZARDS } from './hazard.ts'
import { buildPreferenceFields, readSentPreferences } from './preference-form.ts'

const sent = (
  fields: Readonly<Record<string, string>>,
  formerly: Parameters<typeof readSentPreferences>[2] = {},
  units = 'metric' as const,
) => readSentPreferences(new URLSearchParams(fields), buildPreferenceFields(), formerly, units)

describe('preferences in a form', () => {
  it('switch off every hazard and option that is not ticked', () => {
    assert.deepEqual(sent({}), {
      ...Object.fromEntries(HAZARDS.map((hazard) => [hazard, false])),
      official: false,
      minSeverity: null,
      quietHours: null,
      notifyCancelled: false,
    })
  })

  it('are what is ticked and written', () => {
    const found = sent({
      'hazard.fog': 'on',
      'hazard.wind': 'on',
      'limit.wind': ' 72,5 ',
      'hazard.rain': 'on',
      'limit.rain': '',
      // A limit of what is switched off.
      'limit.heat': '30',
      official: 'on',
      minSeverity: 'severe',
      leadHours: '6',
      cooldownMinutes: '0',
      quiet: 'on',
      quietFrom: '22:00',
      quietTo: '06:00',
      notifyCancelled: 'on',
    })
    assert.deepEqual(
      { fog: found['fog'], wind: found['wind'], rain: found['rain'], heat: found['heat'] },
      { fog: true, wind: { minGustKmh: 72.5 }, rain: true, heat: false },
    )
    assert.deepEqual(
      { official: found['official'], minSeverity: found['minSeverity'], notifyCancelled: found['notifyCancelled'] },
      { official: true, minSeverity: 'severe', notifyCancelled: true },
    )
    assert.deepEqual({ leadHours: found['leadHours'], cooldownMinutes: found['cooldownMinutes'] }, { leadHours: 6, cooldownMinutes: 0 })
    assert.deepEqual(found['quietHours'], { from: '22:00', to: '06:00', exceptExtreme: false })
    const excepted = sent({ quiet: 'on', quietFrom: '22:00', quietTo: '06:00', exceptExtreme: 'on' })
    assert.deepEqual(excepted['quietHours'], { from: '22:00', to: '06:00', exceptExtreme: true })
  })

  it('keep a hazard of which only official warnings count, and take a level or a height', () => {
    const ticked = { 'hazard.airQuality': 'on', 'hazard.pollen': 'on', 'hazard.marine': 'on' }
    const found = (limits: Readonly<Record<string, string>>) => {
      const { airQuality, pollen, marine } = sent(
        { ...ticked, ...limits },
        { airQuality: { threshold: null }, marine: { threshold: null } },
      )
      return [airQuality, pollen, marine]
    }
    assert.deepEqual(found({ 'limit.airQuality': '', 'limit.pollen': '3', 'limit.marine': '' }), [true, { minLevel: 3 }, true])
    assert.deepEqual(found({ 'limit.airQuality': '2', 'limit.pollen': '4', 'limit.marine': '2,5' }), [
      { minLevel: 2 },
      { minLevel: 4 },
      { minWaveM: 2.5 },
    ])
  })

  it('pass on what is no number, for the answer to name', () => {
    const wind = (limit: string) => sent({ 'hazard.wind': 'on', 'limit.wind': limit })['wind']
    assert.deepEqual(['strong', '1e3', '1.2.3', '-5'].map(wind), [
      { minGustKmh: 'strong' },
      { minGustKmh: '1e3' },
      { minGustKmh: '1.2.3' },
      { minGustKmh: -5 },
    ])
    assert.deepEqual(wind('x'.repeat(50)), { minGustKmh: 'x'.repeat(20) })
    assert.equal(sent({ leadHours: 'soon' })['leadHours'], 'soon')
    assert.equal(sent({ leadHours: '' })['leadHours'], null)
  })

  it('have the chance that was chosen, and a null that removes it', () => {
    const rain = (limit: string, chance?: string) =>
      sent({ 'hazard.rain': 'on', 'limit.rain': limit, ...(chance === undefined ? {} : { 'chance.rain': chance }) })['rain']
    assert.deepEqual(rain('2', '0.7'), { minMmPerHour: 2, minProbability: 0.7 })
    assert.deepEqual(rain('2', ''), { minMmPerHour: 2, minProbability: null })
    assert.deepEqual(rain('', '0.7'), { minMmPerHour: null, minProbability: 0.7 })
    assert.equal(rain('', ''), true)
    // A form without the field leaves what is stored.
    assert.deepEqual(rain('2'), { minMmPerHour: 2 })
    const ice = (chance: string) => sent({ 'hazard.ice': 'on', 'chance.ice': chance })['ice']
    assert.deepEqual([ice('0.9'), ice(''), ice('much')], [{ minProbability: 0.9 }, true, { minProbability: 'much' }])
    assert.equal(sent({ 'chance.ice': '0.9' })['ice'], false)
  })

  it('keep a limit that was left as shown in other units', () => {
    const of = (limit: string) =>
      readSentPreferences(
        new URLSearchParams({ 'hazard.wind': 'on', 'limit.wind': limit }),
        buildPreferenceFields(),
        { wind: { threshold: 80 } },
        'uk',
      )
    assert.deepEqual(of('50')['wind'], { minGustKmh: 80 })
    assert.deepEqual(of('60')['wind'], { minGustKmh: 96.561 })
  })

  it('of one editor among several are told from the others’ by its name', () => {
    const fields = buildPreferenceFields('a')
    assert.deepEqual(
      { official: fields.official, hazard: fields.hazard('rain'), limit: fields.limit('rain'), chance: fields.chance('rain') },
      { official: 'a.official', hazard: 'a.hazard.rain', limit: 'a.limit.rain', chance: 'a.chance.rain' },
    )
    const found = readSentPreferences(new URLSearchParams({ 'a.hazard.fog': 'on', 'b.hazard.ice': 'on' }), fields, {}, 'metric')
    assert.deepEqual({ fog: found['fog'], ice: found['ice'] }, { fog: true, ice: false })
  })
})
