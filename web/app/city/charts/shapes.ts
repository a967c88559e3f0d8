/** Dimensions of the charts, shared by the server's drawing and the page's layout. */

/** Width of an hour, and the heights of the temperature (without labels) and rain bands. */
export const HOUR_WIDTH = 29
export const TEMPERATURE = { top: 104, bottom: 166 } as const
export const RAIN = { top: 178, bottom: 218 } as const

export const MINUTES_CHART = { width: 600, height: 90, base: 88, step: 10 } as const

export const MOON_RADIUS = 30
