import { KMH_PER_MPS, roundHalfAway } from '@isobar/weather'

/** Canonical values from those that several services send; null stays null. */
type Conversion = (sent: number | null) => number | null

/** A speed in metres a second from one in kilometres an hour. */
export const mpsOfKmh: Conversion = (kmh) => (kmh === null ? null : roundHalfAway(kmh / KMH_PER_MPS, 4))

/** Whole metres from kilometres. */
export const metresOfKm: Conversion = (km) => (km === null ? null : roundHalfAway(km * 1_000, 0))

/** A percentage from a fraction of one. */
export const percentOf: Conversion = (fraction) => (fraction === null ? null : roundHalfAway(fraction * 100, 1))

/** A fraction of one from a percentage. */
export const fractionOf: Conversion = (percent) => (percent === null ? null : roundHalfAway(percent / 100, 4))
