import type { Frame } from './radar-layer.ts'

type Timed = Pick<Frame, 'id' | 'time' | 'kind'>

/** The index of the newest measured frame; of the first forecast if there is none; −1 without frames. */
export function findNewestMeasured(frames: readonly Timed[]): number {
  const index = frames.findLastIndex(({ kind }) => kind === 'measured')
  return index === -1 ? Math.min(0, frames.length - 1) : index
}

/** Where a time lies on a scale of frames, 0 to 1, between the frames before and after it. */
export function locateOnScale(frames: readonly Timed[], now: number): number {
  const last = frames.length - 1
  if (last < 1) return 0
  const after = frames.findIndex(({ time }) => Date.parse(time) > now)
  if (after === 0) return 0
  if (after === -1) return 1
  const [from, to] = [Date.parse(frames[after - 1]?.time ?? ''), Date.parse(frames[after]?.time ?? '')]
  return (after - 1 + (now - from) / (to - from)) / last
}

/** The frame of a new list that takes the place of the one that is shown: the same, the nearest in time, or the newest measured one if that was shown. */
export function findSuccessor(frames: readonly Timed[], former: readonly Timed[], index: number): number {
  const shown = former[index]
  if (shown === undefined || index === findNewestMeasured(former)) return findNewestMeasured(frames)
  const same = frames.findIndex(({ id }) => id === shown.id)
  if (same !== -1) return same
  const gaps = frames.map(({ time }) => Math.abs(Date.parse(time) - Date.parse(shown.time)))
  return gaps.indexOf(Math.min(...gaps))
}

const MINUTES: Intl.DateTimeFormatOptions = { dateStyle: 'short', timeStyle: 'short' }

/** `Fri 14:20`, of a zone; with its name if the clock of `ownZone`, the visitor's unless given, shows another time then: `Fri 14:20 GMT+9`. */
export function formatFrameTime(
  at: number,
  timeZone: string,
  { locale, hour12 }: { readonly locale: string; readonly hour12: boolean },
  ownZone?: string,
): string {
  const read = (zone: string | undefined): string => new Intl.DateTimeFormat('en', { ...MINUTES, timeZone: zone }).format(at)
  const isOwn = read(timeZone) === read(ownZone)
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    // Midnight is 0:20 and 12:20 AM, whatever the region's default.
    hourCycle: hour12 ? 'h12' : 'h23',
    timeZone,
    ...(isOwn ? {} : { timeZoneName: 'short' }),
  }).format(at)
}
