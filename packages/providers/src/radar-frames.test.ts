import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '@isobar/weather'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import type { UpstreamAnswer } from './calls.ts'
import type { RadarFrame } from './provider.ts'
import { RADAR_SPAN_MS, RADAR_TILE_SIZE, readRadarTile, selectRadarFrames } from './radar-frames.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const frame = (minutes: number, isForecast = minutes > 0): RadarFrame => ({
  id: `${minutes}`,
  time: NOW + minutes * MINUTE_MS,
  isForecast,
  request: '',
})
const select = (...frames: readonly RadarFrame[]) =>
  selectRadarFrames(frames, NOW).map(({ id, isForecast }) => (isForecast ? `${id} ahead` : id))

describe('the frames of a radar that are shown', () => {
  it('are the newest measured one, and others ten minutes apart', () => {
    assert.deepEqual(select(frame(-3), frame(-12), frame(-13), frame(-23), frame(-24)), ['-23', '-13', '-3'])
    assert.deepEqual(select(frame(0), frame(5), frame(10), frame(19), frame(20)), ['0', '10 ahead', '20 ahead'])
  })

  it('reach two hours back and ahead, and measure nothing of the future', () => {
    assert.deepEqual(select(frame(-121), frame(-120), frame(120), frame(121)), ['-120', '120 ahead'])
    assert.deepEqual(select(frame(2, false), frame(3, false)), ['2'])
  })

  it('forecast what comes after the newest measurement alone', () => {
    assert.deepEqual(select(frame(-30), frame(-10), frame(-20, true), frame(-10, true), frame(0, true)), ['-30', '-10', '0 ahead'])
    assert.deepEqual(select(frame(-30, true), frame(30)), ['-30 ahead', '30 ahead'])
    assert.deepEqual(select(), [])
  })

  it('ascend, at least ten minutes apart, whatever there is', () => {
    const any = fc.array(fc.tuple(fc.integer({ min: -200, max: 200 }), fc.boolean()))
    fc.assert(
      fc.property(any, (all) => {
        const shown = selectRadarFrames(
          all.map(([minutes, isForecast]) => frame(minutes, isForecast)),
          NOW,
        )
        const lastMeasured = shown.findLastIndex(({ isForecast }) => !isForecast)
        for (const [index, { time, isForecast }] of shown.entries()) {
          assert.ok(Math.abs(time - NOW) <= RADAR_SPAN_MS)
          assert.equal(isForecast, index > lastMeasured)
          assert.ok(index === 0 || time - (shown[index - 1]?.time ?? 0) >= 10 * MINUTE_MS)
        }
      }),
    )
  })
})

describe('a tile of a radar', () => {
  const answer = (size: number, status = 200): UpstreamAnswer => ({
    status,
    headers: {},
    body: PNG.sync.write(new PNG({ width: size, height: size })),
  })

  it('is the picture that was sent', () => {
    const sent = answer(RADAR_TILE_SIZE)
    assert.equal(readRadarTile('Service', sent), sent.body)
  })

  it('is none with another status, of another size, or cut off', () => {
    assert.throws(() => readRadarTile('Service', answer(RADAR_TILE_SIZE, 503)), { kind: 'unavailable' })
    assert.throws(() => readRadarTile('Service', answer(RADAR_TILE_SIZE / 2)), { kind: 'invalid_body' })
    const whole = answer(RADAR_TILE_SIZE)
    assert.throws(() => readRadarTile('Service', { ...whole, body: whole.body.subarray(0, -20) }), { kind: 'invalid_body' })
  })
})
