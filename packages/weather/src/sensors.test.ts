import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatInstant } from './instant.ts'
import { checkReading, type SensorFault, type SensorMemory } from './sensors.ts'
import { NO_READING, type StationReading } from './station.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const GOOD = {
  ...NO_READING,
  temperature: 4,
  dewPoint: 2,
  pressure: 1_013,
  windSpeed: 3,
  windDirection: 200,
  windGust: 6,
  visibility: 9_000,
}

function reading(atMs: number, values: Partial<StationReading> = {}): StationReading {
  return { ...GOOD, observedAt: formatInstant(START + atMs), ...values }
}

function check(sent: StationReading, former: SensorMemory | null = null) {
  const faults: SensorFault[] = []
  return { ...checkReading(sent, former, (fault) => faults.push(fault)), faults }
}

/** The last of a series of readings, one each `stepMs`. */
function last(count: number, stepMs: number, valuesAt: (index: number) => Partial<StationReading>) {
  let memory: SensorMemory | null = null
  let result = check(reading(0, valuesAt(0)))
  for (let index = 0; index < count; index++) {
    result = check(reading(index * stepMs, valuesAt(index)), memory)
    memory = result.memory
  }
  return result
}

/** Values that change, but for those given. */
const moving = (values: (index: number) => Partial<StationReading>) => (index: number) => ({
  temperature: 4 + (index % 3),
  pressure: 1_013 + (index % 4),
  windSpeed: 3 + (index % 2),
  ...values(index),
})

describe('a reading that is checked', () => {
  it('stays as it is if nothing is wrong', () => {
    const sent = reading(0)
    const { reading: kept, faults } = check(sent)
    assert.equal(kept, sent)
    assert.deepEqual(faults, [])
  })

  it('loses impossible values, one by one', () => {
    const { reading: kept, faults } = check(reading(0, { temperature: 80, pressure: 600, humidity: 55 }))
    assert.deepEqual(
      {
        temperature: kept.temperature,
        pressure: kept.pressure,
        dewPoint: kept.dewPoint,
        humidity: kept.humidity,
        windSpeed: kept.windSpeed,
      },
      { temperature: null, pressure: null, dewPoint: 2, humidity: 55, windSpeed: 3 },
    )
    assert.deepEqual(faults, ['value', 'value'])
  })

  it('loses temperature and dew point if the dew point is more than a degree above', () => {
    assert.deepEqual(check(reading(0, { dewPoint: 5 })).faults, [])
    const { reading: kept, faults } = check(reading(0, { dewPoint: 5.1, humidity: 99 }))
    assert.deepEqual(
      { temperature: kept.temperature, dewPoint: kept.dewPoint, humidity: kept.humidity, pressure: kept.pressure },
      { temperature: null, dewPoint: null, humidity: null, pressure: 1_013 },
    )
    assert.deepEqual(faults, ['dew_point'])
  })

  it('loses a gust below the wind', () => {
    assert.equal(check(reading(0, { windGust: 3 })).reading.windGust, 3)
    const { reading: kept, faults } = check(reading(0, { windGust: 2.9 }))
    assert.deepEqual({ windGust: kept.windGust, windSpeed: kept.windSpeed, faults }, { windGust: null, windSpeed: 3, faults: ['gust'] })
  })

  it('loses a temperature that jumps by more than 20 °C within an hour, until a second one agrees', () => {
    const before = check(reading(0))
    const jumped = check(reading(30 * MINUTE_MS, { temperature: 24.1 }), before.memory)
    assert.deepEqual({ temperature: jumped.reading.temperature, faults: jumped.faults }, { temperature: null, faults: ['jump'] })
    assert.deepEqual(check(reading(HOUR_MS, { temperature: 24 }), jumped.memory).faults, [])
    assert.deepEqual(check(reading(HOUR_MS, { temperature: 24.1 }), before.memory).faults, ['jump'])
    assert.deepEqual(check(reading(30 * MINUTE_MS, { temperature: 24 }), before.memory).faults, [])
    assert.deepEqual(check(reading(HOUR_MS + 1_000, { temperature: 30 }), before.memory).faults, [])
  })

  it('is not compared with an impossible temperature', () => {
    const broken = check(reading(0, { temperature: 99, dewPoint: null }))
    assert.deepEqual(check(reading(HOUR_MS), broken.memory).faults, [])
  })
})

describe('a stuck sensor', () => {
  it('shows the same temperature and dew point for 24 hours', () => {
    const same = moving(() => ({ temperature: 4, dewPoint: 2 }))
    assert.deepEqual(last(24, HOUR_MS, same).faults, [])
    const stuck = last(25, HOUR_MS, same)
    assert.deepEqual(
      { faults: stuck.faults, temperature: stuck.reading.temperature, dewPoint: stuck.reading.dewPoint },
      { faults: ['stuck'], temperature: null, dewPoint: null },
    )
    assert.notEqual(stuck.reading.windSpeed, null)
    assert.deepEqual(
      last(
        25,
        HOUR_MS,
        moving((index) => ({ temperature: 4, dewPoint: index % 2 })),
      ).faults,
      [],
    )
  })

  it('shows the same pressure for 24 hours, or the same wind for 12', () => {
    const barometer = last(
      25,
      HOUR_MS,
      moving(() => ({ pressure: 1_013 })),
    )
    assert.deepEqual({ faults: barometer.faults, pressure: barometer.reading.pressure }, { faults: ['stuck'], pressure: null })
    const wind = moving(() => ({ windSpeed: 3, windDirection: 200 }))
    assert.deepEqual(last(12, HOUR_MS, wind).faults, [])
    assert.deepEqual(
      last(
        13,
        HOUR_MS,
        moving((index) => ({ windSpeed: 3, windDirection: 200 + (index % 2) * 10 })),
      ).faults,
      [],
    )
    const anemometer = last(13, HOUR_MS, wind)
    assert.deepEqual(
      { faults: anemometer.faults, windSpeed: anemometer.reading.windSpeed, windGust: anemometer.reading.windGust },
      { faults: ['stuck'], windSpeed: null, windGust: null },
    )
  })

  it('is not a calm, and not known from fewer than eight readings', () => {
    assert.deepEqual(
      last(
        100,
        HOUR_MS,
        moving(() => ({ windSpeed: 0, windDirection: null, windGust: null })),
      ).faults,
      [],
    )
    assert.deepEqual(
      last(
        7,
        4 * HOUR_MS,
        moving(() => ({ pressure: 1_013 })),
      ).faults,
      [],
    )
    assert.deepEqual(
      last(
        8,
        4 * HOUR_MS,
        moving(() => ({ pressure: 1_013 })),
      ).faults,
      ['stuck'],
    )
  })

  it('is not one that was silent for more than six hours', () => {
    assert.deepEqual(
      last(
        9,
        6 * HOUR_MS,
        moving(() => ({ pressure: 1_013 })),
      ).faults,
      ['stuck'],
    )
    assert.deepEqual(
      last(
        30,
        6.1 * HOUR_MS,
        moving(() => ({ pressure: 1_013 })),
      ).faults,
      [],
    )
  })

  it('works again once its value changes', () => {
    const stuck = last(
      30,
      HOUR_MS,
      moving(() => ({ pressure: 1_013 })),
    )
    const next = check(reading(30 * HOUR_MS, { pressure: 1_013.1 }), stuck.memory)
    assert.deepEqual({ faults: next.faults, pressure: next.reading.pressure }, { faults: [], pressure: 1_013.1 })
  })

  it('is the same however often a reading is delivered', () => {
    const values = fc.array(fc.record({ temperature: fc.integer({ min: 0, max: 2 }), pressure: fc.integer({ min: 1_010, max: 1_011 }) }), {
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(values, (series) => {
        let [once, twice]: (SensorMemory | null)[] = [null, null]
        for (const [index, each] of series.entries()) {
          const sent = reading(index * HOUR_MS, each)
          once = check(sent, once ?? null).memory
          const first: SensorMemory = check(sent, twice ?? null).memory
          twice = check(sent, first).memory
        }
        assert.deepEqual(twice, once)
      }),
    )
  })
})
