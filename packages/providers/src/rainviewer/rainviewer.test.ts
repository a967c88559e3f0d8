import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '@isobar/weather'
import type { RadarFrame } from '../provider.ts'
import { selectRadarFrames } from '../radar-frames.ts'
import { decodeFrames } from './frames.ts'

const BASE = new URL('https://api.rainviewer.com')
const SAMPLE = new URL(
  '../../../../../shared/upstream-samples/radar/rainviewer_weather_maps_nowcast_empty_2026-05-12.json',
  import.meta.url,
)

describe('RainViewer’s list', () => {
  it('as recorded: thirteen measured frames', { skip: !existsSync(SAMPLE) && 'the recorded list is not here' }, () => {
    const frames = decodeFrames(JSON.parse(readFileSync(SAMPLE, 'utf8')), BASE) ?? []
    assert.equal(selectRadarFrames(frames, 1_778_548_535_000).length, 12, 'of the last two hours')
    assert.deepEqual(frames.at(-1), {
      id: '1778548200-m-6b1171719007',
      time: 1_778_548_200_000,
      isForecast: false,
      request: 'https://tilecache.rainviewer.com/v2/radar/6b1171719007',
    })
  })
  it('may lack keys, and keeps what can be read', () => {
    const radar = {
      past: [{ time: 1, path: '/v2/radar/a' }, { time: '2', path: '/v2/radar/b' }, { time: 3 }, null, { time: 4.5, path: '/c' }],
    }
    assert.deepEqual(
      decodeFrames({ host: 'https://tiles.test', radar }, BASE)?.map(({ id }) => id),
      ['1-m-a'],
    )
    assert.deepEqual(decodeFrames({ host: 'https://tiles.test', radar: {} }, BASE), [])
  })
  it('that is none, or names no host that may be asked, is refused', () => {
    const radar = { past: [] }
    for (const body of [
      null,
      [],
      {},
      { radar },
      { radar, host: 'http://10.0.0.1' },
      { radar, host: 'file:///etc' },
      { radar, host: 7 },
      { host: 'https://a.test' },
    ])
      assert.equal(decodeFrames(body, BASE), null, JSON.stringify(body))
    assert.deepEqual(decodeFrames({ radar, host: 'http://radar.lan:8080' }, new URL('http://radar.lan:8080/below')), [])
  })
  it('leads nowhere else by a path', () => {
    for (const path of ['/../../x', '//evil.test/a', '/a?b', '/a#b', '/.', '@evil.test', '/a\\b', `/${'a'.repeat(65)}`])
      assert.deepEqual(decodeFrames({ host: 'https://tiles.test', radar: { past: [{ time: 1, path }] } }, BASE), [], path)
  })
})

describe('frames to show', () => {
  const NOW = Date.parse('2026-05-12T01:17:00Z')
  const frame = (minutes: number, isForecast = false): RadarFrame => ({
    id: `${minutes}${isForecast ? 'f' : ''}`,
    time: NOW + minutes * MINUTE_MS,
    isForecast,
    request: '',
  })
  const shown = (...frames: RadarFrame[]): string[] => selectRadarFrames(frames, NOW).map(({ id }) => id)

  it('are ten minutes apart, from the newest measurement on', () => {
    const every = Array.from({ length: 30 }, (_, index) => frame(-3 - index * 5))
    assert.deepEqual(shown(...every).slice(-3), ['-23', '-13', '-3'])
    assert.equal(shown(...every).length, 12)
  })
  it('of one time are what was measured; a measurement of the future is none', () => {
    assert.deepEqual(shown(frame(-7), frame(-7, true), frame(3, true), frame(20), frame(13, true)), ['-7', '3f', '13f'])
  })
  it('reach two hours, both ways', () => {
    assert.deepEqual(shown(frame(-121), frame(-119), frame(119, true), frame(121, true)), ['-119', '119f'])
  })
  it('may all be forecasts, or none', () => {
    assert.deepEqual([shown(frame(5, true)), shown()], [['5f'], []])
  })
})
