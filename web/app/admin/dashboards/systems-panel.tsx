import { Alert } from '@mantine/core'
import { SystemStatus } from '../connections/system-status.tsx'
import { systemName } from '../connections/system-names.ts'
import type { Answer } from '../kit/answer.ts'
import { Moment } from '../kit/moment.tsx'
import type { Systems } from './answers.ts'
import { Panel } from './panel.tsx'
import styles from './panel.module.css'

/** How the systems outside were at their last check. */
export function SystemsPanel({ asked, to }: { readonly asked: Answer<Systems>; readonly to?: string }) {
  return (
    <Panel title="Systems outside" more="Connections" asked={asked} {...(to === undefined ? {} : { to })}>
      {({ items, adminSecret }) => (
        <>
          {adminSecret.status === 'wrong' && (
            <Alert color="red" mb="sm" title="ADMIN_SECRET is wrong">
              {adminSecret.message}
            </Alert>
          )}
          <ul className={styles.list}>
            {items.map(({ id, status, checkedAt, message }) => (
              <li key={id}>
                <div>
                  {systemName(id)}
                  <div className={styles.soft}>
                    {status === 'ok' && checkedAt !== null ? (
                      <>
                        Checked <Moment at={checkedAt} />
                      </>
                    ) : (
                      message
                    )}
                  </div>
                </div>
                <SystemStatus status={status} checkedAt={checkedAt} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
