import type { ApiQuery } from '../kit/answer.ts'
import { Status } from '../kit/status.tsx'
import { count, duration } from '../kit/words.ts'
import type { MailingSummary } from './answers.ts'
import { AskedPanel } from './asked-panel.tsx'
import styles from './dashboard.module.css'

/** The panel warns when the oldest mail is overdue by more than this. */
const HELD_UP_SECONDS = 300

/** The mails of the last 30 days by outcome, and those waiting. */
export function MailPanel({ asked, to }: { readonly asked: ApiQuery<MailingSummary>; readonly to?: string }) {
  return (
    <AskedPanel title="Email" asked={asked} to={to}>
      {({ mails: { byState, waiting, oldestDueSeconds }, subscriptions }) => (
        <>
          <span className={styles.big}>
            {count(byState['sent'] ?? 0)} <span className={styles.unit}>sent in 30 days</span>
          </span>
          <dl className={styles.facts}>
            <dt>Queued</dt>
            <dd>
              {count(waiting)}
              {oldestDueSeconds > HELD_UP_SECONDS && (
                <>
                  {' '}
                  <Status tone="notice">{duration(oldestDueSeconds * 1_000)} overdue</Status>
                </>
              )}
            </dd>
            <dt>Failed</dt>
            <dd>{count(byState['failed'] ?? 0)}</dd>
            <dt>Suppressed</dt>
            <dd>{count(byState['suppressed'] ?? 0)}</dd>
            <dt>Subscribers</dt>
            <dd>{count(subscriptions.subscribers)}</dd>
          </dl>
        </>
      )}
    </AskedPanel>
  )
}
