import type { ApiQuery } from '../kit/answer.ts'
import { count } from '../kit/words.ts'
import type { Usage } from './answers.ts'
import { AskedPanel } from './asked-panel.tsx'
import styles from './dashboard.module.css'
import { rate } from './rate.ts'

/** Totals over the period shown. */
export function TotalsPanel({ asked }: { readonly asked: ApiQuery<Usage> }) {
  return (
    <AskedPanel title="Calls" asked={asked}>
      {({ totals: { calls, failed, weight, budgetCalls }, days }) => (
        <>
          <span className={styles.big}>
            {count(calls)} <span className={styles.unit}>in {days.length} days</span>
          </span>
          <dl className={styles.facts}>
            <dt>Failed</dt>
            <dd>
              {count(failed)} ({rate(calls === 0 ? null : failed / calls)})
            </dd>
            <dt>Charged to the daily budget</dt>
            <dd>{count(budgetCalls)}</dd>
            <dt>Weighted by provider cost</dt>
            <dd>{count(Math.round(weight * 10) / 10)}</dd>
            <dt>Average per day</dt>
            <dd>{count(Math.round((10 * calls) / Math.max(1, days.length)) / 10)}</dd>
          </dl>
        </>
      )}
    </AskedPanel>
  )
}
