import { SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/browser.ts'
import { type ApiQuery, useAnswer } from '../kit/api.tsx'
import { Facts, Time, NoData, Status } from '../kit/display.tsx'
import { buildAdminMeta } from '../kit/meta.ts'
import { Page, Panel } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import { formatCount, formatDuration, formatIdentifier, formatPoint } from '../kit/words.ts'
import { AskedPanel, formatFractionOrDash, type Usage } from './asked-panel.tsx'
import styles from './dashboard.module.css'
import { BudgetPanel, CachePanel, CallsByHourChart, CallsChart, LayersChart, SpendingCard } from './usage-panels.tsx'

const SPANS = ['7', '30', '90'] as const

export const meta = buildAdminMeta('Usage')

/** /admin/usage: what the provider calls were spent on, and how much the caches answered. */
export default function UsagePage() {
  const [days, setDays] = useState<string>('30')
  const usage = useAnswer(`usage ${days}`, () => api.get('/api/admin/usage', { query: { days: Number(days) } }), { everySeconds: 30 })
  const { data, failure } = usage
  const systems = useAnswer('systems', () => api.get('/api/admin/connections'))
  const nameOf = (provider: string): string => systems.data?.items.find(({ id }) => id === provider)?.name ?? provider
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
              <SpendingCard usage={data} nameOf={nameOf} />
              <LayersChart days={data.days} />
              <LayerCard scopes={data.cache.byScope} />
            </div>
            <CallsByHourChart hours={data.hours} />
            <RecentCalls calls={data.recentCalls} nameOf={nameOf} />
          </>
        )}
      </Stack>
    </Page>
  )
}

/** Totals over the period shown. */
function TotalsPanel({ asked }: { readonly asked: ApiQuery<Usage> }) {
  return (
    <AskedPanel title="Calls" asked={asked}>
      {({ totals: { calls, failed, weight, budgetCalls }, days }) => (
        <>
          <span className={styles.big}>
            {formatCount(calls)} <span className={styles.unit}>in {days.length} days</span>
          </span>
          <Facts
            isCompact
            facts={{
              Failed: `${formatCount(failed)} (${formatFractionOrDash(calls === 0 ? null : failed / calls)})`,
              'Charged to the daily budget': formatCount(budgetCalls),
              'Weighted by provider cost': formatCount(Math.round(weight * 10) / 10),
              'Average per day': formatCount(Math.round((10 * calls) / Math.max(1, days.length)) / 10),
            }}
          />
        </>
      )}
    </AskedPanel>
  )
}

/** How well the caches serve each scope. */
function LayerCard({ scopes }: { readonly scopes: Usage['cache']['byScope'] }) {
  return (
    <Panel title="Cache by scope">
      {scopes.length === 0 ? (
        <NoData />
      ) : (
        <DataTable
          label="Cache by scope"
          columns={['Scope', 'Answers', 'Hit rate']}
          numbersFrom={1}
          rows={scopes.map(({ scope, memory, database, upstream, hitRate }) => ({
            key: scope,
            cells: [formatIdentifier(scope), formatCount(memory + database + upstream), formatFractionOrDash(hitRate)],
          }))}
        />
      )}
    </Panel>
  )
}

type Call = Usage['recentCalls'][number]

/** The latest calls to providers. */
function RecentCalls({ calls, nameOf }: { readonly calls: readonly Call[]; readonly nameOf: (provider: string) => string }) {
  return (
    <Panel title="Recent calls">
      <DataTable
        label="Recent calls"
        columns={['Time', 'Provider', 'Scope', 'Cause', 'Place', 'Outcome', 'Duration', 'Request ID']}
        minWidth={860}
        rows={calls.map((call) => ({ key: call.id, cells: cellsOf(call, nameOf(call.provider)) }))}
      />
    </Panel>
  )
}

function cellsOf(call: Call, provider: string): readonly ReactNode[] {
  const { startedAt, product, cause, trigger, scope, lat, lon, outcome, status, durationMs, requestId } = call
  return [
    <Time key="time" at={startedAt} />,
    <WithNote key="provider" text={provider} note={product} />,
    formatIdentifier(scope),
    <WithNote key="cause" text={formatIdentifier(cause)} note={trigger === null ? null : formatIdentifier(trigger)} />,
    lat === null || lon === null ? '–' : formatPoint(lat, lon),
    <WithNote
      key="outcome"
      text={
        <Status tone={outcome === 'ok' ? 'good' : outcome === null ? 'busy' : 'bad'}>
          {outcome === null ? 'In progress' : formatIdentifier(outcome)}
        </Status>
      }
      note={status === 200 ? null : status}
    />,
    durationMs === null ? '–' : formatDuration(durationMs),
    <code key="request" className={styles.soft}>
      {requestId?.slice(0, 8) ?? '–'}
    </code>,
  ]
}

function WithNote({ text, note }: { readonly text: ReactNode; readonly note: string | number | null }) {
  return (
    <>
      {text}
      {note !== null && <div className={styles.soft}>{note}</div>}
    </>
  )
}
