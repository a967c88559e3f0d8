import { DAY_SECONDS } from '../../src/time.ts'

const HOURS = 24
/** When in the local day people look at the weather: how far above the night, at what hour, and for how long. */
const PEAKS = [
  { height: 1.6, at: 7.25, hours: 1.2 },
  { height: 0.5, at: 12.5, hours: 1.5 },
  { height: 0.9, at: 18.5, hours: 2.5 },
] as const
const NIGHT = 0.12
const SAMPLES = 1_440

/** How often people look at an hour of their local day (0–24), relative to the day's mean, which is 1. */
export function activityAt(localHour: number): number {
  return raw(localHour) / MEAN
}

/** The local solar hour of a longitude at an instant (epoch milliseconds): morning moves 15° an hour. */
export function localHour(lon: number, atMs: number): number {
  const utcHours = ((atMs / 1_000) % DAY_SECONDS) / 3_600
  return (((utcHours + lon / 15) % HOURS) + HOURS) % HOURS
}

function raw(hour: number): number {
  return PEAKS.reduce((sum, { height, at, hours }) => {
    const away = Math.abs(hour - at)
    const around = Math.min(away, HOURS - away)
    return sum + height * Math.exp(-0.5 * (around / hours) ** 2)
  }, NIGHT)
}

const MEAN = Array.from({ length: SAMPLES }, (_, i) => raw((i * HOURS) / SAMPLES)).reduce((sum, each) => sum + each, 0) / SAMPLES
/** The activity of the busiest hour. */
export const HIGHEST_ACTIVITY = Math.max(...Array.from({ length: SAMPLES }, (_, i) => activityAt((i * HOURS) / SAMPLES)))
