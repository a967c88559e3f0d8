import { round } from './curve.ts'

/** The sun's position on its arc: the elapsed share of daylight. Null by night, and on a day without sunrise or sunset. */
export function shareOfDay(sunrise: string | null, sunset: string | null, nowMs: number): number | null {
  if (sunrise === null || sunset === null) return null
  const [start, end] = [Date.parse(sunrise), Date.parse(sunset)]
  return nowMs < start || nowMs > end || end <= start ? null : (nowMs - start) / (end - start)
}

/** The point of a half circle at a share from its left end. */
export function onArc(share: number, { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number }) {
  return { x: round(x - radius * Math.cos(Math.PI * share)), y: round(y - radius * Math.sin(Math.PI * share)) }
}

/** Index of the phase (0–1, both new moon) among the eight names. The four momentary phases last a day to either side. */
export function moonPhaseIndex(phase: number): number {
  const quarter = ((phase % 1) + 1) % 1
  const nearest = Math.round(quarter * 4)
  // A day is a share of 1/29.53 of the month.
  if (Math.abs(quarter * 4 - nearest) <= 4 / 29.53) return (nearest % 4) * 2
  return Math.floor(quarter * 4) * 2 + 1
}

/** The illuminated share of the disc. */
export function moonLit(phase: number): number {
  return (1 - Math.cos(2 * Math.PI * phase)) / 2
}

/** The lit part of a disc around 0,0. From the north the waxing moon is lit on its right, from the south on its left. */
export function moonPath(phase: number, radius: number, isSouth: boolean): string {
  const share = ((phase % 1) + 1) % 1
  const isWaxing = share < 0.5
  const terminator = round(Math.abs(Math.cos(2 * Math.PI * share)) * radius)
  const isGibbous = share > 0.25 && share < 0.75
  const isRight = isWaxing !== isSouth
  const limb = isRight ? 1 : 0
  // Back along the terminator, which bulges to the dark side when more than half is lit.
  const back = isGibbous === isRight ? 1 : 0
  return `M0 ${-radius}A${radius} ${radius} 0 0 ${limb} 0 ${radius}A${terminator} ${radius} 0 0 ${back} 0 ${-radius}Z`
}
