/**
 * Continuous ranked probability score of an ensemble in the unit of the variable, best 0; the absolute error for one member (Hersbach 2000,
 * Gneiting & Raftery 2007). `members` must not be empty.
 */
export function crpsOf(members: readonly number[], truth: number): number {
  const m = members.length
  const error = members.reduce((sum, member) => sum + Math.abs(member - truth), 0) / m
  // Over sorted members, the mean of all |x_i − x_j| is one sum.
  const spread = members.toSorted((a, b) => a - b).reduce((sum, member, i) => sum + (2 * i + 1 - m) * member, 0)
  return error - spread / (m * m)
}
