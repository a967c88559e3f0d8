import { round } from './curve.ts'

export interface BarsOf {
  /** Null: unknown, no bar. */
  readonly values: readonly (number | null)[]
  /** The value of a bar of full height. */
  readonly full: number
  readonly step: number
  readonly width: number
  readonly baseY: number
  readonly height: number
}

/** Bars as one path. Values above zero are at least one unit high, and none exceeds the full height. */
export function bars({ values, full, step, width, baseY, height }: BarsOf): string {
  return values
    .map((value, index) => {
      if (value === null || value <= 0 || full <= 0) return ''
      const high = round(Math.max(1, Math.min(1, value / full) * height))
      return `M${round(index * step + (step - width) / 2)} ${round(baseY)}v${-high}h${round(width)}v${high}z`
    })
    .join('')
}
