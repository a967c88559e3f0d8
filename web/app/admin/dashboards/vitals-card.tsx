import { Panel } from '../kit/panel.tsx'
import { counted } from '../kit/words.ts'
import type { Analytics } from './answers.ts'
import styles from './dashboard.module.css'
import { Verdict } from './verdict.tsx'
import { judged, VITALS } from './vitals.ts'
import { NoData } from '../kit/empty-state.tsx'

/** Web vitals at the 75th percentile. */
export function VitalsCard({ vitals }: { readonly vitals: NonNullable<Analytics['vitals']> }) {
  const order = Object.keys(VITALS)
  const sorted = vitals.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  return (
    <Panel title="Web vitals" description="75th percentile of all visits">
      {sorted.length === 0 && <NoData />}
      <ul className={styles.list}>
        {sorted.map(({ name, events, p75 }) => {
          const { label, text, verdict } = judged(name, p75)
          return (
            <li key={name}>
              <div>
                {label} <span className={styles.soft}>{name}</span>
                <div className={styles.soft}>{counted(events, 'measurement')}</div>
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
