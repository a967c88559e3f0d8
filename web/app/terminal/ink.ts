import type { AlertColor } from '@isobar/weather'
import { chooseScaleColour } from '../city/charts/temperature-scale.ts'

/**
 * The site's colours of temperatures (`--degrees-0` to `--degrees-7`) among the 256 of terminals: with a contrast of 3:1 on black and on white,
 * since nobody knows the background.
 */
export const DEGREES = [135, 69, 33, 31, 29, 136, 166, 160] as const

/** The levels of warnings, as surface and text. */
const LEVELS: Readonly<Record<AlertColor | 'unknown', string>> = {
  violet: '97;48;5;89',
  red: '97;48;5;124',
  orange: '30;48;5;208',
  yellow: '30;48;5;220',
  blue: '30;48;5;153',
  unknown: '30;48;5;254',
}

/** Emphasis and colours for a terminal; without colours, every text stays as it is. */
export type Ink = ReturnType<typeof createInk>

/** Bounds and default of a line's columns. */
export const WIDTH = { least: 40, usual: 80, most: 160 }

/** Where the text will be read. */
export interface Look {
  /** Columns of a line, within `WIDTH`. */
  readonly width: number
  readonly ink: Ink
}

export function createInk(hasColours: boolean) {
  const painted = (codes: string) => (text: string) => (hasColours && text.trim() !== '' ? `\u001b[${codes}m${text}\u001b[0m` : text)
  return {
    strong: painted('1'),
    soft: painted('2'),
    rain: painted('38;5;33'),
    /** In the colour of a temperature in `unit`; unchanged if it is unknown. */
    degrees: (temperature: number | null, unit: string) =>
      temperature === null ? (text: string) => text : painted(`1;38;5;${DEGREES[chooseScaleColour(temperature, unit)]}`),
    level: (color: AlertColor | null) => painted(LEVELS[color ?? 'unknown']),
  }
}
