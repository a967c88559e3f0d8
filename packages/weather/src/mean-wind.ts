/** A wind, or as much of it as is counted: metres a second, and the degrees from which it comes. */
export interface WindVector {
  readonly speed: number
  readonly direction: number
}

/** The direction of the mean of winds, 0 to 360 degrees; null in a calm, or where they cancel out. */
export function computeMeanWindDirection(winds: readonly WindVector[]): number | null {
  let [east, north] = [0, 0]
  for (const { speed, direction } of winds) {
    const radians = (direction * Math.PI) / 180
    east += speed * Math.sin(radians)
    north += speed * Math.cos(radians)
  }
  return Math.hypot(east, north) < 1e-6 ? null : ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}
