import { Grid, SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { useAnswer } from '../kit/answer.ts'
import { Page } from '../kit/page.tsx'
import { BudgetPanel } from './budget-panel.tsx'
import { CachePanel } from './cache-panel.tsx'
import { LayerCard } from './layer-card.tsx'
import { RecentCalls } from './recent-calls.tsx'
import { SpendingCard } from './spending-card.tsx'
import { TotalsPanel } from './totals-panel.tsx'
import { CallsByHourChart, CallsChart, LayersChart } from './usage-charts.tsx'

const SPANS = ['7', '30', '90'] as const

/** /admin/usage: what the provider calls were spent on, and what the caches answered. */
export default function UsagePage() {
  const [days, setDays] = useState<string>('30')
  const usage = useAnswer(`usage ${days}`, () => api.get('/api/admin/usage', { query: { days: Number(days) } }), { everySeconds: 30 })
  const { data, failure } = usage
  return (
    <Page

        title="Usage"
        description="What the calls to providers were spent on, and what the caches answered. Days are UTC, as the providers count them."
        actions={
          <SegmentedControl
            aria-label="Time shown"
            value={days}
            onChange={setDays}
            data={SPANS.map((span) => ({ value: span, label: `${span} days` }))}
        >
      <Stack gap="lg">
        }
      />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
        <BudgetPanel asked={usage} />
        <CachePanel asked={usage} />
        <TotalsPanel asked={usage} />
      </SimpleGrid>
      {data === undefined ? (
        failure === undefined && <Skeleton h={300} radius="md" />
      ) : (
        <>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, lg: 8 }}>
              <CallsChart days={data.days} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 4 }}>
              <SpendingCard usage={data} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 8 }}>
              <LayersChart days={data.days} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 4 }}>
              <LayerCard scopes={data.cache.byScope} />
            </Grid.Col>
            <Grid.Col span={12}>
              <CallsByHourChart hours={data.hours} />
            </Grid.Col>
          </Grid>
          <RecentCalls calls={data.recentCalls} />
        </>
      )}
      </Stack>
    </Page>
  )
}
