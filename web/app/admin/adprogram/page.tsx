import { SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { dayLabel } from '../charts/axis.ts'
import { SeriesChart } from '../charts/series-chart.tsx'
import { useAnswer } from '../kit/answer.ts'
import { FailureNote } from '../kit/failure.tsx'
import { Figure } from '../kit/figure.tsx'
import { Page } from '../kit/page.tsx'
import { titled } from '../kit/title.ts'
import { count, percent } from '../kit/words.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { EarningsTable } from './earnings-table.tsx'
import { Outcome } from './outcome.tsx'
import { PlacementsPanel } from './placements-panel.tsx'
import { moneyIn, type Range, RANGES } from './report.ts'

export const meta = titled('Ad program')

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
  const { data, failure, reload } = useAnswer(
    `ad program ${range}`,
    () => api.get('/api/admin/adprogram/report', { query: { range } }),
    { everySeconds: (report) => (report?.connection.syncing === true ? SOON_SECONDS : SELDOM_SECONDS) },
  )
  const money = moneyIn(data?.currency ?? null)
  const hasFigures = data !== undefined && data.connection.syncedAt !== null
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
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      {data === undefined ? (
        failure === undefined && <Skeleton h={420} radius="lg" />
      ) : (
        <Stack gap="lg">
          <ConnectionPanel connection={data.connection} reload={reload} />
          {hasFigures && (
            <>
              <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="lg">
                <Figure label="Earnings" value={money(data.totals.earnings)} note="Estimated" />
                <Figure label="Impressions" value={count(data.totals.impressions)} />
                <Figure
                  label="Clicks"
                  value={count(data.totals.clicks)}
                  note={
                    data.totals.impressions === 0 ? undefined : `${percent(data.totals.clicks / data.totals.impressions)} of impressions`
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
                points={data.days.map(({ date, earnings }) => ({ x: dayLabel(date), earnings }))}
                series={EARNINGS}
                format={money}
              />
              <SeriesChart
                title="Impressions and page views"
                description="Per day"
                xLabel="Day"
                kind="lines"
                points={data.days.map(({ date, impressions, pageViews }) => ({ x: dayLabel(date), impressions, pageViews }))}
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
                  rows={data.countries.map(({ country, ...sums }) => ({ name: countryName(country), ...sums }))}
                />
              </SimpleGrid>
            </>
          )}
          <PlacementsPanel />
        </Stack>
      )}
    </Page>
  )
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : 'Unknown'
}
