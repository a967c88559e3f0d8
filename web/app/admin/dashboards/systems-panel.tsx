import { SystemStatus } from '../connections/system-status.tsx'
import type { Systems } from '../connections/system.ts'
import { Note } from '../editing/note.tsx'
import type { ApiQuery } from '../kit/answer.ts'
import { Moment } from '../kit/moment.tsx'
import { AskedPanel } from './asked-panel.tsx'
import styles from './dashboard.module.css'

/** The external systems' latest state. */
export function SystemsPanel({ asked, to }: { readonly asked: ApiQuery<Systems>; readonly to?: string }) {
  return (
    <AskedPanel title="External systems" more="Connections" asked={asked} to={to}>
      {({ items, adminSecret }) => (
        <>
          {adminSecret.status === 'wrong' && (
            <Note tone="bad" title="ADMIN_SECRET does not match the stored secrets">
              {adminSecret.message}
            </Note>
          )}
          <ul className={styles.list}>
            {items.map(({ id, name, status, checkedAt, message }) => (
              <li key={id}>
                <div>
                  {name}
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
                <SystemStatus status={status} />
              </li>
            ))}
          </ul>
        </>
      )}
    </AskedPanel>
  )
}
