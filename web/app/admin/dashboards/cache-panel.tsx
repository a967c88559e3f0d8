import type { ApiQuery } from '../kit/answer.ts'
import { count } from '../kit/words.ts'
import type { Usage } from './answers.ts'
import { AskedPanel } from './asked-panel.tsx'
import { rate } from './rate.ts'
import styles from './dashboard.module.css'

/** The share of weather answers served without waiting for a provider, and by which cache layer. */
export function CachePanel({ asked, to }: { readonly asked: ApiQuery<Usage>; readonly to?: string }) {
  return (
    <AskedPanel title="Cache" asked={asked} to={to}>
      {({ cache, days }) => (
        <>
          <span className={styles.big}>
            {rate(cache.hitRate)} <span className={styles.unit}>hit rate, {days.length} days</span>
          </span>
          <dl className={styles.facts}>
            <dt>Memory hits</dt>
            <dd>{count(cache.memory)}</dd>
            <dt>Database hits</dt>
            <dd>{count(cache.database)}</dd>
            <dt>Misses (provider calls)</dt>
            <dd>{count(cache.upstream)}</dd>
            <dt>Hit rate today</dt>
            <dd>{rate(days.at(-1)?.hitRate ?? null)}</dd>
          </dl>
        </>
      )}
    </AskedPanel>
  )
}
