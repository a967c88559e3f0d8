/** The sixteen points of the compass from north, clockwise: 0…15. Null for an unknown direction. */
export function compassPoint(degrees: number | null): number | null {
  return degrees === null ? null : Math.round((((degrees % 360) + 360) % 360) / 22.5) % 16
}
