import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { HAZARDS, THRESHOLDS } from './hazard.ts'
import { mergePreferences } from './preference-merge.ts'
import { parsePreferences, PREFERENCE_LIMITS } from './preference-problems.ts'
import { completePreferences, computeExtraLimits } from './preferences.ts'

const NO_FLAGS = { alertOnRain: false, alertOnStorm: false }
const effective = (stored: unknown, flags: Partial<typeof NO_FLAGS> = {}) => completePreferences(stored, { ...NO_FLAGS, ...flags })
const hazardsOf = (...args: Parameters<typeof effective>) => {
  const { hazards, official } = effective(...args)
  return [...Object.keys(hazards), ...(official ? ['official'] : [])]
}

describe('effectivePreferences', () => {
  it('has the defaults of the contract', () => {
    for (const nothing of [{}, null, undefined])
      assert.deepEqual(effective(nothing), {
        hazards: { thunderstorm: { threshold: null } },
        official: true,
        minSeverity: 'moderate',
        leadHours: 12,
        cooldownMinutes: 360,
        quietHours: null,
        notifyCancelled: false,
      })
  })

  it('has a default threshold for each hazard that has one, but none where only official warnings count without', () => {
    const { hazards } = effective(Object.fromEntries(HAZARDS.map((hazard) => [hazard, true])))
    const expected = { rain: 4, snow: 5, wind: 60, heat: 35, cold: -15, uv: 8, pollen: 3 } as const
    assert.deepEqual(
      hazards,
      Object.fromEntries(HAZARDS.map((hazard) => [hazard, { threshold: { ...expected }[hazard as 'rain'] ?? null }])),
    )
  })

  const switches: readonly (readonly [string, Parameters<typeof effective>, readonly string[]])[] = [
    ['an object is on', [{ wind: {} }], ['wind']],
    ['the flags are on', [{}, { alertOnRain: true, alertOnStorm: true }], ['rain', 'thunderstorm']],
    ['a flag and a hazard', [{ fog: true }, { alertOnRain: true }], ['rain', 'fog']],
    ['what is false beats a flag', [{ rain: false, fog: true }, { alertOnRain: true }], ['fog']],
    ['official alone', [{ official: true }], ['official']],
    ['a hazard alone is no official', [{ tornado: true }], ['tornado']],
    ['without any, less what is false', [{ rain: false, thunderstorm: false }], ['official']],
    ['without any, less official', [{ official: false }], ['thunderstorm']],
    ['air and sea', [{ airQuality: true, pollen: { minLevel: 2 }, marine: {} }], ['airQuality', 'pollen', 'marine']],
    ['all of them off', [{ thunderstorm: false, official: false }], []],
    ['options are no hazards', [{ leadHours: 3, notifyCancelled: true }], ['thunderstorm', 'official']],
    ['junk is not on', [{ wind: 'yes', fog: 1, uv: null, ice: [] }], ['thunderstorm', 'official']],
  ]
  for (const [what, args, expected] of switches) it(what, () => assert.deepEqual(hazardsOf(...args), expected))

  it('keeps a least severity without a hazard, and sets none with one', () => {
    assert.equal(effective({ minSeverity: 'severe' }).minSeverity, 'severe')
    assert.equal(effective({ official: true }).minSeverity, null)
    assert.equal(effective({ minSeverity: 'unknown' }).minSeverity, 'moderate')
  })

  it('accepts thresholds within their bounds, and uses the default for others', () => {
    for (const hazard of HAZARDS) {
      const rule = THRESHOLDS[hazard]
      if (rule === undefined) continue
      const of = (value: unknown) => effective({ [hazard]: { [rule.key]: value } }).hazards[hazard]?.threshold
      assert.deepEqual([rule.min, rule.max].map(of), [rule.min, rule.max])
      for (const value of [rule.min - 0.01, rule.max + 0.01, Number.NaN, '7', null, {}])
        assert.equal(of(value), rule.isOfficialWithout === true ? null : rule.default, hazard)
      if (rule.isLevel === true) assert.notEqual(of(rule.min + 0.5), rule.min + 0.5)
    }
  })

  it('accepts whole hours of lead and minutes of rest within their bounds, and uses the default for others', () => {
    const cases = [
      ['leadHours', 1, 48, 12],
      ['cooldownMinutes', 0, 10_080, 360],
    ] as const
    for (const [key, least, most, usual] of cases) {
      const of = (value: unknown) => effective({ [key]: value })[key]
      assert.deepEqual([least - 1, least, least + 0.5, most, most + 1, '7'].map(of), [usual, least, usual, most, usual, usual])
    }
  })

  it('reads quiet hours, which extreme warnings bypass by default', () => {
    const of = (quietHours: unknown) => effective({ quietHours }).quietHours
    assert.deepEqual(of({ from: '22:00', to: '07:00' }), { from: '22:00', to: '07:00', exceptExtreme: true })
    assert.deepEqual(of({ from: '22:00', to: '07:00', exceptExtreme: false })?.exceptExtreme, false)
    for (const junk of [
      { from: '24:00', to: '07:00' },
      { from: '22:00' },
      { from: '7:00', to: '08:00' },
      { from: '07:00', to: '07:00' },
      'night',
    ])
      assert.equal(of(junk), null)
  })

  it('never throws, and stays within bounds for any input', () => {
    const keys = fc.constantFrom(
      ...HAZARDS,
      'official',
      'minSeverity',
      'leadHours',
      'cooldownMinutes',
      'quietHours',
      'notifyCancelled',
      '__proto__',
    )
    const junk = fc.oneof(fc.anything(), fc.dictionary(keys, fc.anything()))
    fc.assert(
      fc.property(junk, fc.boolean(), fc.boolean(), (stored, alertOnRain, alertOnStorm) => {
        const { hazards, leadHours, cooldownMinutes, minSeverity } = completePreferences(stored, { alertOnRain, alertOnStorm })
        assert.ok(leadHours >= 1 && leadHours <= 48 && cooldownMinutes >= 0 && cooldownMinutes <= 10_080)
        assert.ok(minSeverity === null || ['extreme', 'severe', 'moderate', 'minor'].includes(minSeverity))
        for (const [hazard, { threshold }] of Object.entries(hazards)) {
          const rule = THRESHOLDS[hazard as keyof typeof hazards]
          if (rule === undefined || threshold === null) assert.ok(rule === undefined || rule.isOfficialWithout === true)
          else assert.ok(threshold >= rule.min && threshold <= rule.max)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('extraLimits', () => {
  it('are the lowest thresholds that were stated, of air and sea alone', () => {
    const limits = (...all: object[]) => computeExtraLimits(all.map((stored) => effective(stored)))
    assert.deepEqual(limits(), {})
    assert.deepEqual(limits({ wind: true, airQuality: true, marine: {} }), {})
    assert.deepEqual(limits({ airQuality: { minLevel: 3 }, pollen: true }, { airQuality: { minLevel: 1 }, marine: { minWaveM: 4 } }), {
      airQuality: 1,
      pollen: 3,
      marine: 4,
    })
  })
})

describe('parsePreferences', () => {
  it('accepts all that the contract lists', () => {
    const all = {
      rain: { minMmPerHour: 2.5, minProbability: 0.6 },
      thunderstorm: true,
      snow: { minMm: 10 },
      ice: {},
      wind: { minGustKmh: 75 },
      heat: { minC: 30 },
      cold: { maxC: -5 },
      fog: false,
      uv: { min: 6 },
      flood: true,
      tornado: true,
      hurricane: true,
      airQuality: true,
      pollen: { minLevel: 4 },
      marine: null,
      official: true,
      minSeverity: 'severe',
      leadHours: 48,
      cooldownMinutes: 0,
      quietHours: { from: '22:00', to: '06:30', exceptExtreme: false },
      notifyCancelled: true,
    }
    assert.deepEqual(parsePreferences(all), { problems: [], ignored: [] })
    assert.deepEqual(parsePreferences(null), { problems: [], ignored: [] })
  })

  it('names unknown fields', () => {
    const { problems, ignored } = parsePreferences({
      hail: { any: ['thing'] },
      wind: { minBeaufort: 8 },
      quietHours: { from: '22:00', to: '06:00', days: [] },
    })
    assert.deepEqual({ problems, ignored }, { problems: [], ignored: ['hail', 'wind.minBeaufort', 'quietHours.days'] })
  })

  const refused: readonly (readonly [unknown, readonly string[]])[] = [
    [[], ['']],
    ['rain', ['']],
    [{ rain: 'true' }, ['rain']],
    [{ rain: 4 }, ['rain']],
    [{ rain: [] }, ['rain']],
    [{ wind: { minGustKmh: '60' } }, ['wind.minGustKmh']],
    [{ wind: { minGustKmh: 9.9 } }, ['wind.minGustKmh']],
    [{ wind: { minGustKmh: 401 } }, ['wind.minGustKmh']],
    [{ wind: { minGustKmh: false } }, ['wind.minGustKmh']],
    [{ heat: { minC: 95 } }, ['heat.minC']],
    [{ airQuality: { minLevel: 5 }, pollen: { minLevel: 2.5 } }, ['airQuality.minLevel', 'pollen.minLevel']],
    [{ marine: { minWaveM: 0.4 } }, ['marine.minWaveM']],
    [{ cold: { maxC: 50 } }, ['cold.maxC']],
    [{ official: 'yes' }, ['official']],
    [{ notifyCancelled: 1 }, ['notifyCancelled']],
    [{ minSeverity: 'unknown' }, ['minSeverity']],
    [{ leadHours: 0 }, ['leadHours']],
    [{ leadHours: 49 }, ['leadHours']],
    [{ leadHours: 1.5 }, ['leadHours']],
    [{ leadHours: '12' }, ['leadHours']],
    [{ cooldownMinutes: -1 }, ['cooldownMinutes']],
    [{ quietHours: { from: '25:00' } }, ['quietHours.from', 'quietHours.to']],
    [{ quietHours: { from: '22:00', to: '22:00' } }, ['quietHours.to']],
    [{ quietHours: { from: '22:00', to: '06:00', exceptExtreme: 'no' } }, ['quietHours.exceptExtreme']],
    [{ quietHours: true }, ['quietHours']],
    [{ x: 'y'.repeat(PREFERENCE_LIMITS.jsonLength) }, ['']],
    [{ ['k'.repeat(PREFERENCE_LIMITS.keyLength + 1)]: 1 }, ['']],
    [Object.fromEntries(Array.from({ length: PREFERENCE_LIMITS.keys + 1 }, (_, index) => [`k${index}`, 1])), ['']],
  ]
  for (const [raw, paths] of refused)
    it(`refuses ${JSON.stringify(raw).slice(0, 60)}`, () =>
      assert.deepEqual(
        parsePreferences(raw).problems.map(({ path }) => path),
        paths,
      ))

  it('accepts as many keys, as long keys and as much JSON as the limits say', () => {
    const { keys, keyLength, jsonLength } = PREFERENCE_LIMITS
    const full = Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 1]))
    for (const raw of [full, { ['k'.repeat(keyLength)]: 1 }, { x: 'y'.repeat(jsonLength - '{"x":""}'.length) }])
      assert.deepEqual(parsePreferences(raw).problems, [])
  })

  it('accepts only what effectivePreferences would use unchanged', () => {
    const value = fc.oneof(fc.integer({ min: -100, max: 500 }), fc.double({ noNaN: true, min: -100, max: 500 }))
    fc.assert(
      fc.property(fc.constantFrom(...HAZARDS), value, value, (hazard, threshold, leadHours) => {
        const rule = THRESHOLDS[hazard]
        const raw = { [hazard]: rule === undefined ? {} : { [rule.key]: threshold }, leadHours }
        if (parsePreferences(raw).problems.length > 0) return
        const taken = effective(raw)
        assert.deepEqual(
          { threshold: taken.hazards[hazard]?.threshold, leadHours: taken.leadHours },
          { threshold: rule === undefined ? null : threshold, leadHours },
        )
      }),
    )
  })
})

describe('mergePreferences', () => {
  const stored = { wind: { minGustKmh: 80, note: 'roof' }, rain: true, hail: [1], quietHours: { from: '22:00', to: '06:00' } }
  const cases: readonly (readonly [string, object, object])[] = [
    ['adds', { fog: true }, { ...stored, fog: true }],
    ['removes by null', { wind: null, hail: null, snow: null }, { rain: true, quietHours: stored.quietHours }],
    ['merges one level deep', { wind: { minGustKmh: 90 } }, { ...stored, wind: { minGustKmh: 90, note: 'roof' } }],
    ['removes inside', { wind: { minGustKmh: null } }, { ...stored, wind: { note: 'roof' } }],
    ['keeps the other end of the night', { quietHours: { from: '23:00' } }, { ...stored, quietHours: { from: '23:00', to: '06:00' } }],
    ['replaces an object by a boolean', { wind: true }, { ...stored, wind: true }],
    ['replaces a boolean by an object', { rain: { minMmPerHour: 2, x: null } }, { ...stored, rain: { minMmPerHour: 2 } }],
    ['changes nothing by nothing', {}, stored],
  ]
  for (const [what, patch, expected] of cases)
    it(what, () => {
      const before = structuredClone({ stored, patch })
      assert.deepEqual(mergePreferences(stored, patch), expected)
      assert.deepEqual({ stored, patch }, before)
    })

  it('does not set a prototype from a key', () => {
    const merged = mergePreferences({}, JSON.parse('{"__proto__":{"rain":true},"wind":{"__proto__":{"minGustKmh":1}}}') as object)
    assert.equal(Object.getPrototypeOf(merged), Object.prototype)
    assert.equal('rain' in merged, false)
    assert.deepEqual(parsePreferences(merged).ignored, ['__proto__', 'wind.__proto__'])
  })
})
