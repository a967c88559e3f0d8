import { HOUR_MS, MINUTE_MS } from '@isobar/weather'
import type { UpstreamAnswer } from './calls.ts'
import { toAnswerFailure, toFailureKind } from './fetch-json.ts'
import { isWholePng } from './png.ts'
import type { RadarFrame } from './provider.ts'

/** Pixels along the side of a frame's tile. */
export const RADAR_TILE_SIZE = 512
/** How far frames reach into the past and the future. */
export const RADAR_SPAN_MS = 2 * HOUR_MS
/** The least time between two frames: each costs calls for every part of the map. */
const MIN_GAP_MS = 10 * MINUTE_MS
/** Clocks differ, and services stamp what they are about to make. */
const TOLERANCE_MS = 2 * MINUTE_MS

/**
 * The frames to show, ascending: the newest measured one, those before it within two hours and the forecasts after it within two, at least ten minutes apart.
 * A measurement of the future is none, and of one time the measurement counts.
 */
export function selectRadarFrames(frames: readonly RadarFrame[], now: number): RadarFrame[] {
  const ordered = frames.toSorted((a, b) => a.time - b.time)
  const measured = ordered.filter(({ time, isForecast }) => !isForecast && time <= now + TOLERANCE_MS && time >= now - RADAR_SPAN_MS)
  const newest = measured.at(-1)
  const shown: RadarFrame[] = []
  for (const frame of measured.toReversed()) {
    const next = shown[0]
    if (next === undefined || next.time - frame.time >= MIN_GAP_MS) shown.unshift(frame)
  }
  const after = newest?.time ?? now - RADAR_SPAN_MS
  for (const frame of ordered) {
    if (!frame.isForecast || frame.time <= after || frame.time > now + RADAR_SPAN_MS) continue
    const last = shown.at(-1)
    if (last === undefined || frame.time - last.time >= MIN_GAP_MS) shown.push(frame)
  }
  return shown
}

/** The picture in the answer of a service of this name. @throws ProviderFailure */
export function readRadarTile(name: string, answer: UpstreamAnswer): Uint8Array {
  if (answer.status !== 200) throw toAnswerFailure(name, toFailureKind(answer.status), answer)
  if (!isWholePng(answer.body, RADAR_TILE_SIZE)) throw toAnswerFailure(name, 'invalid_body', answer)
  return answer.body
}
