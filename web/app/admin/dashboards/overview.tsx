import { ActionIcon, Group, SimpleGrid, Stack, Text, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { api } from '../../api/browser.ts'
import { SystemStatus } from '../connections/system-status.tsx'
import type { Systems } from '../connections/system.ts'
import { type ApiQuery, useAnswer } from '../kit/api.tsx'
import { Time, Status } from '../kit/display.tsx'
import { Icon } from '../kit/icon.tsx'
import { Note } from '../kit/notes.tsx'
import { Page, titled } from '../kit/page.tsx'
import { count, duration, point, spoken } from '../kit/words.ts'
import { JOBS, RUN_TONES, tookOf } from '../lists/jobs/run.ts'
import { type Analytics, AskedPanel, type JobRuns, type MailingSummary, type Reports } from './asked-panel.tsx'
import styles from './dashboard.module.css'
import { BudgetPanel, CachePanel, CallsChart, LayersChart, SpendingCard } from './usage-panels.tsx'
import { judged, Verdict } from './vitals.tsx'

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

interface Props {
  readonly asked: readonly Pick<ApiQuery<unknown>, 'reload' | 'isLoading'>[]
  readonly everySeconds: number
}

/** Says that the figures refresh automatically, with a button to refresh them now. */
function Refreshed({ asked, everySeconds }: Props) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed">
        Refreshes every {everySeconds} s
      </Text>
      <Tooltip label="Refresh now">
        <ActionIcon
          variant="default"
          aria-label="Refresh now"
          loading={asked.some(({ isLoading }) => isLoading)}
          onClick={() => asked.forEach(({ reload }) => void reload())}
        >
          <Icon name="reload" size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

/** The panel warns when the oldest mail is overdue by more than this. */
const HELD_UP_SECONDS = 300

/** The mails of the last 30 days by outcome, and those waiting. */
function MailPanel({ asked, to }: { readonly asked: ApiQuery<MailingSummary>; readonly to?: string }) {
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

/** Visitors, and the pages' web vitals. */
function TrafficPanel({ asked, to }: { readonly asked: ApiQuery<Analytics>; readonly to?: string }) {
  return (
    <AskedPanel title="Traffic" asked={asked} to={to}>
      {({ totals = [], vitals = [] }) => {
        const views = totals.find(({ type }) => type === 'pageview')
        return (
          <>
            <span className={styles.big}>
              {count(views?.events ?? 0)} <span className={styles.unit}>page views in 30 days</span>
            </span>
            <dl className={styles.facts}>
              <dt>Sum of daily visitors</dt>
              <dd>{count(views?.visitors ?? 0)}</dd>
              {['LCP', 'INP', 'CLS'].map((name) => {
                const { label, text, verdict } = judged(name, vitals.find((vital) => vital.name === name)?.p75 ?? null)
                return (
                  <FactOf key={name} name={label}>
                    <Verdict verdict={verdict} /> {text}
                  </FactOf>
                )
              })}
            </dl>
          </>
        )
      }}
    </AskedPanel>
  )
}

function FactOf({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** The external systems' latest state. */
function SystemsPanel({ asked, to }: { readonly asked: ApiQuery<Systems>; readonly to?: string }) {
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
                        Checked <Time at={checkedAt} />
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

/** The last runs of the scheduled jobs. */
function RunsPanel({ asked, to }: { readonly asked: ApiQuery<JobRuns>; readonly to?: string }) {
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
                    <Time at={run.startedAt} />
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

/** Open reports of wrong weather. */
function ReportsPanel({ asked, to }: { readonly asked: ApiQuery<Reports>; readonly to?: string }) {
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
                  <Time at={receivedAt} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </AskedPanel>
  )
}
