/** The measures of the charts, which the server draws by and the page lays out by. */

/** Of an hour, and the bands of the temperature line (labels not counted) and of the rain. */
export const HOUR_WIDTH = 23
export const TEMPERATURE = { top: 92, bottom: 160 } as const
export const RAIN = { top: 172, bottom: 212 } as const

export const MINUTES_CHART = { width: 600, height: 90, base: 88, step: 10 } as const

export const SUN_ARC = { x: 80, y: 76, radius: 66 } as const
export const MOON_RADIUS = 30
