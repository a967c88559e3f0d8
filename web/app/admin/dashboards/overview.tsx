import { SimpleGrid, Stack } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { Note } from '../editing/note.tsx'
import { useAnswer } from '../kit/answer.ts'
import { Page } from '../kit/page.tsx'
import { titled } from '../kit/title.ts'
import { BudgetPanel } from './budget-panel.tsx'
import { CachePanel } from './cache-panel.tsx'
import styles from './dashboard.module.css'
import { MailPanel } from './mail-panel.tsx'
import { Refreshed } from './refreshed.tsx'
import { ReportsPanel } from './reports-panel.tsx'
import { RunsPanel } from './runs-panel.tsx'
import { SpendingCard } from './spending-card.tsx'
import { SystemsPanel } from './systems-panel.tsx'
import { TrafficPanel } from './traffic-panel.tsx'
import { CallsChart, LayersChart } from './usage-charts.tsx'

const OFTEN = { everySeconds: 30 }
const DAYS = 14

export const meta = titled('Dashboard')

/** /admin: the state of everything at a glance. */
export default function Overview() {
  const usage = useAnswer('usage', () => api.get('/api/admin/usage', { query: { days: DAYS } }), OFTEN)
  const mailing = useAnswer('mailing', () => api.get('/api/admin/mailing-summary'), OFTEN)
  const analytics = useAnswer('analytics', () => api.get('/api/admin/analytics', { query: { limit: 1 } }), OFTEN)
  const runs = useAnswer('runs', () => api.get('/api/admin/jobs', { query: { limit: 4 } }), OFTEN)
  const systems = useAnswer('systems', () => api.get('/api/admin/connections'), OFTEN)
  const reports = useAnswer('reports', () => api.get('/api/admin/reports', { query: { state: 'open', limit: 4 } }), OFTEN)
  const ready = useAnswer('ready', () => api.get('/api/ready'), OFTEN)
  const all = [usage, mailing, analytics, runs, systems, reports]
  return (
    <Page title="Dashboard" actions={<Refreshed asked={all} everySeconds={OFTEN.everySeconds} />}>
      <Stack gap="lg">
        {ready.failure?.status === 503 && (
          <Note tone="bad" title="This node cannot do all its work">
            {ready.failure.message}
          </Note>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }} spacing="lg">
          <BudgetPanel asked={usage} systems={systems} to="/admin/usage" />
          <CachePanel asked={usage} to="/admin/usage" />
          <MailPanel asked={mailing} to="/admin/mailing" />
          <TrafficPanel asked={analytics} to="/admin/analytics" />
        </SimpleGrid>
        {usage.data !== undefined && (
          <>
            <div className={styles.split}>
              <CallsChart days={usage.data.days} />
              <SpendingCard usage={usage.data} />
            </div>
            <LayersChart days={usage.data.days} />
          </>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <SystemsPanel asked={systems} to="/admin/connections" />
          <Stack gap="lg">
            <RunsPanel asked={runs} to="/admin/jobs" />
            <ReportsPanel asked={reports} to="/admin/reports" />
          </Stack>
        </SimpleGrid>
      </Stack>
    </Page>
  )
}
