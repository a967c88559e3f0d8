import type { ReactNode } from 'react'
import type { ApiQuery } from '../kit/answer.ts'
import { count } from '../kit/words.ts'
import type { Analytics } from './answers.ts'
import { AskedPanel } from './asked-panel.tsx'
import styles from './dashboard.module.css'
import { Verdict } from './verdict.tsx'
import { judged } from './vitals.ts'

/** Visitors, and the pages' web vitals. */
export function TrafficPanel({ asked, to }: { readonly asked: ApiQuery<Analytics>; readonly to?: string }) {
  return (
    <AskedPanel title="Traffic" asked={asked} to={to}>
      {({ totals = [], vitals = [] }) => {
        const views = totals.find(({ type }) => type === 'pageview')
        return (
          <>
            <span className={styles.big}>
              {count(views?.events ?? 0)} <span className={styles.unit}>page views in 30 days</span>
            </span>
            <dl className={styles.facts}>
              <dt>Sum of daily visitors</dt>
              <dd>{count(views?.visitors ?? 0)}</dd>
              {['LCP', 'INP', 'CLS'].map((name) => {
                const { label, text, verdict } = judged(name, vitals.find((vital) => vital.name === name)?.p75 ?? null)
                return (
                  <FactOf key={name} name={label}>
                    <Verdict verdict={verdict} /> {text}
                  </FactOf>
                )
              })}
            </dl>
          </>
        )
      }}
    </AskedPanel>
  )
}

function FactOf({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
