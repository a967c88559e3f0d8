import type { ApiQuery } from '../kit/answer.ts'
import { Moment } from '../kit/moment.tsx'
import { point, spoken } from '../kit/words.ts'
import type { Reports } from './answers.ts'
import { AskedPanel } from './asked-panel.tsx'
import styles from './dashboard.module.css'

/** Open reports of wrong weather. */
export function ReportsPanel({ asked, to }: { readonly asked: ApiQuery<Reports>; readonly to?: string }) {
  return (
    <AskedPanel title="Open reports" more="All reports" asked={asked} to={to}>
      {({ items, total }) => (
        <>
          <span className={styles.big}>
            {total} <span className={styles.unit}>open</span>
          </span>
          <ul className={styles.list}>
            {items.map(({ id, field, scope, lat, lon, receivedAt, comment }) => (
              <li key={id}>
                <div>
                  {spoken(field)} <span className={styles.soft}>({scope})</span>
                  <div className={styles.soft}>
                    {point(lat, lon)}
                    {comment !== null && ` · ${comment}`}
                  </div>
                </div>
                <span className={styles.soft}>
                  <Moment at={receivedAt} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </AskedPanel>
  )
}
