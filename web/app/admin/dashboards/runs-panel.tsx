import type { Answer } from '../kit/answer.ts'
import { Moment } from '../kit/moment.tsx'
import { Status } from '../kit/status.tsx'
import { duration, spoken } from '../kit/words.ts'
import type { JobRuns } from './answers.ts'
import { AskedPanel } from './asked-panel.tsx'
import styles from './dashboard.module.css'

const TONES = { running: 'busy', completed: 'good', partial: 'notice', failed: 'bad', interrupted: 'notice' } as const

/** The last runs of the scheduled jobs. */
export function RunsPanel({ asked, to }: { readonly asked: Answer<JobRuns>; readonly to?: string }) {
  return (
    <AskedPanel title="Last job runs" more="All runs" asked={asked} to={to}>
      {({ items }) =>
        items.length === 0 ? (
          <span className={styles.soft}>None so far</span>
        ) : (
          <ul className={styles.list}>
            {items.map(({ id, job, dryRun, status, startedAt, finishedAt }) => (
              <li key={id}>
                <div>
                  {spoken(job)}
                  {dryRun && <span className={styles.soft}> (dry run)</span>}
                  <div className={styles.soft}>
                    <Moment at={startedAt} />
                    {finishedAt !== null && `, took ${duration(Date.parse(finishedAt) - Date.parse(startedAt))}`}
                  </div>
                </div>
                <Status tone={TONES[status]}>{spoken(status)}</Status>
              </li>
            ))}
          </ul>
        )
      }
    </AskedPanel>
  )
}
