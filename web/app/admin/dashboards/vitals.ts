interface Vital {
  readonly label: string
  /** Up to `good` is good, above `poor` is poor (web.dev). */
  readonly good: number
  readonly poor: number
  readonly text: (value: number) => string
}

const seconds = (value: number): string => `${(value / 1_000).toFixed(2)} s`
const milliseconds = (value: number): string => `${Math.round(value)} ms`

/** The web vitals with their published thresholds. */
export const VITALS: Readonly<Record<string, Vital>> = {
  LCP: { label: 'Largest contentful paint', good: 2_500, poor: 4_000, text: seconds },
  INP: { label: 'Interaction to next paint', good: 200, poor: 500, text: milliseconds },
  CLS: { label: 'Layout shift', good: 0.1, poor: 0.25, text: (value) => value.toFixed(3) },
  FCP: { label: 'First contentful paint', good: 1_800, poor: 3_000, text: seconds },
  TTFB: { label: 'Time to first byte', good: 800, poor: 1_800, text: milliseconds },
}

export interface Judged {
  readonly label: string
  readonly text: string
  readonly verdict: 'good' | 'fair' | 'poor' | null
}

/** A web vital's value in words, with its verdict; null: unknown. */
export function judged(name: string, value: number | null): Judged {
  const vital = VITALS[name]
  if (vital === undefined || value === null)
    return { label: vital?.label ?? name, text: value === null ? '–' : String(value), verdict: null }
  const verdict = value <= vital.good ? 'good' : value <= vital.poor ? 'fair' : 'poor'
  return { label: vital.label, text: vital.text(value), verdict }
}
