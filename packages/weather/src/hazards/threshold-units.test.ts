import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { UNIT_SYSTEMS } from '../units.ts'
import { HAZARDS, THRESHOLDS } from './hazard.ts'
import { toStoredThreshold, buildThresholdField } from './threshold-units.ts'

const limited = HAZARDS.filter((hazard) => THRESHOLDS[hazard] !== undefined)
const ruleOf = (hazard: (typeof HAZARDS)[number]) => {
  const rule = THRESHOLDS[hazard]
  assert.ok(rule)
  return rule
}

describe('thresholds in the reader’s units', () => {
  it('show the defaults in each system', () => {
    const thresholds = (units: (typeof UNIT_SYSTEMS)[number]) =>
      limited.map((hazard) => {
        const field = buildThresholdField(hazard, null, units)
        return `${field?.value} ${field?.unit ?? ''}`.trim()
      })
    assert.deepEqual(thresholds('metric'), ['4 mm', '5 mm', '60 km/h', '35 °C', '-15 °C', '8', '2', '3', '2.5 m'])
    assert.deepEqual(thresholds('uk'), ['4 mm', '5 mm', '37 mph', '35 °C', '-15 °C', '8', '2', '3', '2.5 m'])
    assert.deepEqual(thresholds('imperial'), ['0.16 in', '0.2 in', '37 mph', '95 °F', '5 °F', '8', '2', '3', '8 ft'])
    assert.deepEqual(thresholds('si'), ['4 mm', '5 mm', '16.7 m/s', '35 °C', '-15 °C', '8', '2', '3', '2.5 m'])
  })

  it('do not exist for a hazard that is either present or not', () => {
    assert.equal(buildThresholdField('fog', null, 'metric'), undefined)
  })

  it('convert input', () => {
    assert.equal(toStoredThreshold('wind', 50, null, 'imperial'), 80.467)
    assert.equal(toStoredThreshold('wind', 20, null, 'si'), 72)
    assert.equal(toStoredThreshold('cold', -4, null, 'imperial'), -20)
    assert.equal(toStoredThreshold('rain', 0.5, null, 'imperial'), 12.7)
    assert.equal(toStoredThreshold('wind', 82.5, 60, 'metric'), 82.5)
    assert.equal(toStoredThreshold('marine', 10, null, 'imperial'), 3.048)
  })

  it('are unchanged if the displayed value is submitted again', () => {
    const cases = fc.constantFrom(...limited).chain((hazard) => {
      const { min, max } = ruleOf(hazard)
      return fc.tuple(fc.constant(hazard), fc.constantFrom(...UNIT_SYSTEMS), fc.double({ min, max, noNaN: true }))
    })
    fc.assert(
      fc.property(cases, ([hazard, units, former]) => {
        const shown = buildThresholdField(hazard, former, units)
        assert.equal(toStoredThreshold(hazard, shown?.value ?? NaN, former, units), former)
      }),
    )
  })

  it('stay valid at both limits of a field, and display the same afterwards', () => {
    for (const hazard of limited) {
      for (const units of UNIT_SYSTEMS) {
        const { min, max } = ruleOf(hazard)
        const field = buildThresholdField(hazard, null, units)
        assert.ok(field)
        for (const end of [field.min, field.max]) {
          const stored = toStoredThreshold(hazard, end, null, units)
          assert.ok(stored >= min && stored <= max, `${hazard} ${units} ${end} → ${stored}`)
          assert.equal(buildThresholdField(hazard, stored, units)?.value, end)
        }
      }
    }
  })
})
