import type { ApiQuery } from '../kit/answer.ts'
import { Moment } from '../kit/moment.tsx'
import { Status } from '../kit/status.tsx'
import { spoken } from '../kit/words.ts'
import { JOBS, RUN_TONES, tookOf } from '../lists/jobs/run.ts'
import type { JobRuns } from './answers.ts'
import { AskedPanel } from './asked-panel.tsx'
import styles from './dashboard.module.css'

/** The last runs of the scheduled jobs. */
export function RunsPanel({ asked, to }: { readonly asked: ApiQuery<JobRuns>; readonly to?: string }) {
  return (
    <AskedPanel title="Recent job runs" more="All runs" asked={asked} to={to}>
      {({ items }) =>
        items.length === 0 ? (
          <span className={styles.soft}>No runs yet</span>
        ) : (
          <ul className={styles.list}>
            {items.map((run) => (
              <li key={run.id}>
                <div>
                  {JOBS[run.job]}
                  {run.dryRun && <span className={styles.soft}> (dry run)</span>}
                  <div className={styles.soft}>
                    <Moment at={run.startedAt} />
                    {run.finishedAt !== null && `, took ${tookOf(run)}`}
                  </div>
                </div>
                <Status tone={RUN_TONES[run.status]}>{spoken(run.status)}</Status>
              </li>
            ))}
          </ul>
        )
      }
    </AskedPanel>
  )
}
