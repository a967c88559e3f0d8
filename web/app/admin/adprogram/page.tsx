import { SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { formatDayLabel, SeriesChart } from '../charts/series-chart.tsx'
import { useAnswer } from '../kit/api.tsx'
import { Figure, NoData, Soft } from '../kit/display.tsx'
import { buildAdminMeta } from '../kit/meta.ts'
import { Answered, Note } from '../kit/notes.tsx'
import { Page, Panel } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import { formatCount, formatEnglishCountryName, formatFraction } from '../kit/words.ts'
import { ConnectionPanel, createMoneyFormatter, type Range, RANGES } from './connection-panel.tsx'
import { PlacementsPanel } from './placements-panel.tsx'

export const meta = buildAdminMeta('Ad program')

const EARNINGS = [{ name: 'earnings', label: 'Earnings', colour: '--series-2' }] as const
const VIEWS = [
  { name: 'impressions', label: 'Impressions', colour: '--series-1' },
  { name: 'pageViews', label: 'Page views', colour: '--series-4' },
] as const
const SOON_SECONDS = 5
const SELDOM_SECONDS = 300

/** /admin/ad-program: the permission, the earnings, and the placements. */
export default function AdProgramPage() {
  const [range, setRange] = useState<Range>('30d')
  const report = useAnswer(`ad program ${range}`, () => api.get('/api/admin/adprogram/report', { query: { range } }), {
    everySeconds: (now) => (now?.connection.syncing === true ? SOON_SECONDS : SELDOM_SECONDS),
  })
  const money = createMoneyFormatter(report.data?.currency ?? null)
  return (
    <Page
      title="Ad program"
      description="Estimated ad earnings. Days follow the time zone of the ad account."
      actions={
        <SegmentedControl
          aria-label="Period"
          value={range}
          onChange={(chosen) => setRange(chosen as Range)}
          data={Object.entries(RANGES).map(([value, label]) => ({ value, label }))}
        />
      }
    >
      <Outcome />
      <Answered of={report} height={420}>
        {(data) => (
          <Stack gap="lg">
            <ConnectionPanel connection={data.connection} reload={report.reload} />
            {data.connection.syncedAt !== null && (
              <>
                <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="lg">
                  <Figure label="Earnings" value={money(data.totals.earnings)} note="Estimated" />
                  <Figure label="Impressions" value={formatCount(data.totals.impressions)} />
                  <Figure
                    label="Clicks"
                    value={formatCount(data.totals.clicks)}
                    note={
                      data.totals.impressions === 0
                        ? undefined
                        : `${formatFraction(data.totals.clicks / data.totals.impressions)} of impressions`
                    }
                  />
                  <Figure
                    label="Per 1,000 impressions"
                    value={data.totals.impressions === 0 ? '–' : money((1_000 * data.totals.earnings) / data.totals.impressions)}
                  />
                </SimpleGrid>
                <SeriesChart
                  title="Earnings"
                  description="Per day"
                  xLabel="Day"
                  kind="bars"
                  points={data.days.map(({ date, earnings }) => ({ x: formatDayLabel(date), earnings }))}
                  series={EARNINGS}
                  format={money}
                />
                <SeriesChart
                  title="Impressions and page views"
                  description="Per day"
                  xLabel="Day"
                  kind="lines"
                  points={data.days.map(({ date, impressions, pageViews }) => ({ x: formatDayLabel(date), impressions, pageViews }))}
                  series={VIEWS}
                />
                <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
                  <EarningsTable
                    title="By slot"
                    head="Slot"
                    money={money}
                    rows={data.slots.map(({ slotId, placement, ...sums }) => ({ name: placement ?? slotId, ...sums }))}
                  />
                  <EarningsTable
                    title="By country"
                    head="Country"
                    money={money}
                    rows={data.countries.map(({ country, ...sums }) => ({ name: formatEnglishCountryName(country, 'Unknown'), ...sums }))}
                  />
                </SimpleGrid>
              </>
            )}
            <PlacementsPanel />
          </Stack>
        )}
      </Answered>
    </Page>
  )
}

/** The outcome of connecting the ad program, from the query of the redirect back. */
function Outcome() {
  const [query, setQuery] = useSearchParams()
  const close = () => setQuery({}, { replace: true })
  switch (query.get('outcome')) {
    case 'connected':
      return (
        <Note tone="good" title="Connected" isNews onClose={close}>
          Fetching the figures. This takes a moment.
        </Note>
      )
    case 'denied':
      return (
        <Note tone="notice" title="Not connected" isNews onClose={close}>
          Access was denied at the ad program.
        </Note>
      )
    default:
      return null
  }
}

interface Row {
  readonly name: string
  readonly earnings: number
  readonly impressions: number
  readonly clicks: number
}

interface Props {
  readonly title: string
  readonly head: string
  readonly rows: readonly Row[]
  money(value: number): string
}

const MAX_ROWS = 15

/** Earnings by part, highest first. */
function EarningsTable({ title, head, rows, money }: Props) {
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <NoData />
      ) : (
        <DataTable
          label={title}
          columns={[head, 'Earnings', 'Impressions', 'Clicks']}
          numbersFrom={1}
          minWidth={380}
          rows={rows.slice(0, MAX_ROWS).map(({ name, earnings, impressions, clicks }) => ({
            key: name,
            cells: [name, money(earnings), formatCount(impressions), formatCount(clicks)],
          }))}
        />
      )}
      {rows.length > MAX_ROWS && (
        <Soft size="xs" mt="sm">
          {rows.length - MAX_ROWS} more not shown
        </Soft>
      )}
    </Panel>
  )
}
