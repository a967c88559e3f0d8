import { NoData, Status } from '../kit/display.tsx'
import { Panel } from '../kit/page.tsx'
import { formatQuantity } from '../kit/words.ts'
import type { Analytics } from './asked-panel.tsx'
import styles from './dashboard.module.css'

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
const VITALS: Readonly<Record<string, Vital>> = {
  LCP: { label: 'Largest contentful paint', good: 2_500, poor: 4_000, text: seconds },
  INP: { label: 'Interaction to next paint', good: 200, poor: 500, text: milliseconds },
  CLS: { label: 'Layout shift', good: 0.1, poor: 0.25, text: (value) => value.toFixed(3) },
  FCP: { label: 'First contentful paint', good: 1_800, poor: 3_000, text: seconds },
  TTFB: { label: 'Time to first byte', good: 800, poor: 1_800, text: milliseconds },
}

interface Judged {
  readonly label: string
  readonly text: string
  readonly verdict: 'good' | 'fair' | 'poor' | null
}

/** A web vital's value in words, with its verdict; null: unknown. */
export function judgeVital(name: string, value: number | null): Judged {
  const vital = VITALS[name]
  if (vital === undefined || value === null)
    return { label: vital?.label ?? name, text: value === null ? '–' : String(value), verdict: null }
  const verdict = value <= vital.good ? 'good' : value <= vital.poor ? 'fair' : 'poor'
  return { label: vital.label, text: vital.text(value), verdict }
}

/** Web vitals at the 75th percentile. */
export function VitalsCard({ vitals }: { readonly vitals: NonNullable<Analytics['vitals']> }) {
  const order = Object.keys(VITALS)
  const sorted = vitals.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  return (
    <Panel title="Web vitals" description="75th percentile of all visits">
      {sorted.length === 0 && <NoData />}
      <ul className={styles.list}>
        {sorted.map(({ name, events, p75 }) => {
          const { label, text, verdict } = judgeVital(name, p75)
          return (
            <li key={name}>
              <div>
                {label} <span className={styles.soft}>{name}</span>
                <div className={styles.soft}>{formatQuantity(events, 'measurement')}</div>
              </div>
              <span className={styles.figures}>
                <Verdict verdict={verdict} /> <strong>{text}</strong>
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

const TONES = { good: 'good', fair: 'notice', poor: 'bad' } as const

export function Verdict({ verdict }: Pick<Judged, 'verdict'>) {
  if (verdict === null) return null
  return <Status tone={TONES[verdict]}>{verdict}</Status>
}
