import { SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { useAnswer } from '../kit/answer.ts'
import { Page } from '../kit/page.tsx'
import { titled } from '../kit/title.ts'
import { BudgetPanel } from './budget-panel.tsx'
import { CachePanel } from './cache-panel.tsx'
import styles from './dashboard.module.css'
import { LayerCard } from './layer-card.tsx'
import { RecentCalls } from './recent-calls.tsx'
import { SpendingCard } from './spending-card.tsx'
import { TotalsPanel } from './totals-panel.tsx'
import { CallsByHourChart, CallsChart, LayersChart } from './usage-charts.tsx'

const SPANS = ['7', '30', '90'] as const

export const meta = titled('Usage')

/** /admin/usage: what the provider calls were spent on, and how much the caches answered. */
export default function UsagePage() {
  const [days, setDays] = useState<string>('30')
  const usage = useAnswer(`usage ${days}`, () => api.get('/api/admin/usage', { query: { days: Number(days) } }), { everySeconds: 30 })
  const { data, failure } = usage
  const systems = useAnswer('systems', () => api.get('/api/admin/connections'))
  return (
    <Page
      title="Usage"
      description="Provider calls and cache hits. Days are in UTC, as the providers count them."
      actions={
        <SegmentedControl
          aria-label="Period"
          value={days}
          onChange={setDays}
          data={SPANS.map((span) => ({ value: span, label: `${span} days` }))}
        />
      }
    >
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
          <BudgetPanel asked={usage} systems={systems} />
          <CachePanel asked={usage} />
          <TotalsPanel asked={usage} />
        </SimpleGrid>
        {data === undefined ? (
          failure === undefined && <Skeleton h={300} radius="md" />
        ) : (
          <>
            <div className={styles.split}>
              <CallsChart days={data.days} />
              <SpendingCard usage={data} />
              <LayersChart days={data.days} />
              <LayerCard scopes={data.cache.byScope} />
            </div>
            <CallsByHourChart hours={data.hours} />
            <RecentCalls calls={data.recentCalls} />
          </>
        )}
      </Stack>
    </Page>
  )
}
