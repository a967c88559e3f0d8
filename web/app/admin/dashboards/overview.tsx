import { Button, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../../api/browser.ts'
import { Trend } from '../charts/trend.tsx'
import { FirstSteps } from '../first-steps/dashboard-panel.tsx'
import { useServiceState } from '../frame/state.ts'
import { useAnswer } from '../kit/api.tsx'
import { Status } from '../kit/display.tsx'
import { Icon } from '../kit/icon.tsx'
import { buildAdminMeta } from '../kit/meta.ts'
import { FailureNote, Note } from '../kit/notes.tsx'
import { Page, Panel } from '../kit/page.tsx'
import { formatCount, formatQuantity } from '../kit/words.ts'
import { formatFractionOrDash } from './asked-panel.tsx'
import styles from './dashboard.module.css'
import { type Line, listServiceLines } from './figures.ts'
import { CallsChart } from './usage-panels.tsx'

const SELDOM = { everySeconds: 60 }
const DAYS = 14

export const meta = buildAdminMeta('Dashboard')

/** /admin: whether anything is wrong and what to do, which the bar above says; then what the service does, one number each. */
export default function Overview() {
  const state = useServiceState()
  const usage = useAnswer('usage', () => api.get('/api/admin/usage', { query: { days: DAYS } }), SELDOM)
  const mailing = useAnswer('mailing', () => api.get('/api/admin/mailing-summary'), SELDOM)
  const analytics = useAnswer('analytics', () => api.get('/api/admin/analytics', { query: { limit: 1 } }), SELDOM)
  const reports = useAnswer('reports', () => api.get('/api/admin/reports', { query: { state: 'open', limit: 1 } }), SELDOM)
  const asked = [state, usage, mailing, analytics, reports]
  const { data } = state
  const failed = asked.slice(1).find(({ failure }) => failure !== undefined)
  const days = usage.data?.days ?? []
  const views = (analytics.data?.series ?? []).filter(({ type }) => type === 'pageview').map(({ events }) => events)
  const mails = (mailing.data?.series.mails ?? []).slice(-DAYS).map(({ sent }) => sent)
  // What counts nothing says nothing.
  const does = [
    {
      name: 'Page views',
      to: '/admin/analytics',
      value: formatCount(views.at(-1) ?? 0),
      note: 'today (UTC)',
      trend: views.slice(-DAYS),
    },
    {
      name: 'Weather answers',
      to: '/admin/usage',
      value: formatFractionOrDash(days.at(-1)?.hitRate ?? null),
      note: 'today without waiting for a provider',
      trend: days.map(({ memory, database, upstream }) => memory + database + upstream),
    },
    {
      name: 'Provider calls',
      to: '/admin/usage',
      value: formatCount(days.at(-1)?.calls ?? 0),
      note: `today, ${formatCount(days.at(-1)?.failed ?? 0)} failed`,
      trend: days.map(({ calls }) => calls),
    },
    {
      name: 'Mails sent',
      to: '/admin/mailing',
      value: formatCount(mails.reduce((sum, each) => sum + each, 0)),
      note: `in ${DAYS} days, to ${formatQuantity(mailing.data?.subscriptions.subscribers ?? 0, 'subscriber')}`,
      trend: mails,
    },
    { name: 'Open reports', to: '/admin/reports', value: formatCount(reports.data?.total ?? 0), note: 'of wrong weather' },
  ].filter(({ trend, value }) => (trend === undefined ? value !== '0' : trend.some((each) => each > 0)))
  return (
    <Page
      title="Dashboard"
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="reload" size={16} />}
          loading={asked.some(({ isLoading }) => isLoading)}
          onClick={() => asked.forEach(({ reload }) => void reload())}
        >
          Refresh
        </Button>
      }
    >
      <Stack gap="lg">
        {data?.troubles.length === 0 && state.failure === undefined && (
          <Note tone="good">
            <strong>All is well</strong>, on {data.facts?.node} and every other node.
          </Note>
        )}
        <FirstSteps />
        {failed?.failure !== undefined && <FailureNote failure={failed.failure} onRetry={failed.reload} />}
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          <Panel title="The service">
            {data === undefined ? (
              <Skeleton h={320} />
            ) : (
              <Lines label="The service" lines={data.facts === null ? [] : listServiceLines(data.facts, data.troubles)} />
            )}
          </Panel>
          <Panel title="What it does">
            {usage.data === undefined || analytics.data === undefined || mailing.data === undefined ? (
              <Skeleton h={200} />
            ) : does.length === 0 ? (
              <Text c="dimmed">Nothing yet. Visitors, calls to providers and mails are counted here.</Text>
            ) : (
              <Lines label="What it does" lines={does} />
            )}
          </Panel>
        </SimpleGrid>
        {days.some(({ calls }) => calls > 0) && <CallsChart days={days} />}
      </Stack>
    </Page>
  )
}

interface LinesProps {
  readonly label: string
  /** `trend`: by day, oldest first. */
  readonly lines: readonly (Line & { readonly trend?: readonly number[] })[]
}

function Lines({ label, lines }: LinesProps) {
  return (
    <ul className={styles.lines} aria-label={label}>
      {lines.map(({ name, to, value, note, state, trend = [] }) => (
        <li key={name}>
          <Link to={to}>{name}</Link>
          <div>
            <strong>{value}</strong>
            {note !== undefined && <div className={styles.soft}>{note}</div>}
          </div>
          {state !== undefined && <Status tone={state.tone}>{state.word}</Status>}
          {trend.some((each) => each > 0) && <Trend label={`${name} by day`} values={trend} />}
        </li>
      ))}
    </ul>
  )
}
