/** Whether the sun rises or sets on a day, or stays above or below the horizon all day. */
export const SUN_STATES = ['up', 'down', 'rises'] as const
export type SunState = (typeof SUN_STATES)[number]

/** The lowest and the highest elevation of the sun's centre during a point's time, in degrees. */
export interface SunRange {
  readonly lowest: number
  readonly highest: number
}
