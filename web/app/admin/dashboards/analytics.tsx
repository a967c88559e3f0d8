import { SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { DAY_MS, HOUR_MS } from '../../../../src/time.ts'
import { api } from '../../api/browser.ts'
import { Ranking } from '../charts/ranking.tsx'
import { formatDayHourLabel, formatDayLabel, type Point, SeriesChart } from '../charts/series-chart.tsx'
import { useAnswer } from '../kit/api.tsx'
import { NoData } from '../kit/display.tsx'
import { Answered } from '../kit/notes.tsx'
import { Page, Panel, buildAdminMeta } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import { formatCount, formatQuantity } from '../kit/words.ts'
import type { Analytics } from './asked-panel.tsx'
import { Searches } from './searches.tsx'
import { Compared, formatDimensionValue, Today } from './today.tsx'
import { VitalsCard } from './vitals.tsx'

const STEP_MS = { hour: HOUR_MS, day: DAY_MS } as const
type Period = keyof typeof STEP_MS
const SPANS = {
  '48h': { label: '48 hours', period: 'hour', days: 2 },
  '7d': { label: '7 days', period: 'day', days: 7 },
  '30d': { label: '30 days', period: 'day', days: 30 },
  '90d': { label: '90 days', period: 'day', days: 90 },
} as const
type Span = 'today' | keyof typeof SPANS

const VIEWS = [
  { name: 'views', label: 'Page views', colour: '--series-1' },
  { name: 'visitors', label: 'Visitors', colour: '--series-2' },
] as const
const TOPS: readonly (readonly [dimension: string, title: string])[] = [
  ['path', 'Pages'],
  ['referrer', 'Referrers'],
  ['device', 'Devices'],
  ['browser', 'Browsers'],
  ['country', 'Countries'],
]

export const meta = buildAdminMeta('Analytics')

/** /admin/analytics: how the site is used. Visitors cannot be recognised across days. */
export default function AnalyticsPage() {
  const [span, setSpan] = useState<Span>('today')
  return (
    <Page
      title="Analytics"
      description="Counted without cookies. A visitor counts once per day; visitors who opt out of tracking are not counted."
      actions={
        <SegmentedControl
          aria-label="Period"
          size="xs"
          value={span}
          onChange={(chosen) => setSpan(chosen as Span)}
          data={[{ value: 'today', label: 'Today' }, ...Object.entries(SPANS).map(([value, { label }]) => ({ value, label }))]}
        />
      }
    >
      <Stack gap="lg">
        {span === 'today' ? <Today /> : <OfSpan key={span} span={span} />}
        <Searches days={span === 'today' ? 1 : SPANS[span].days} />
      </Stack>
    </Page>
  )
}

/** Sums by hour or day, beside those of as long before. */
function OfSpan({ span }: { readonly span: keyof typeof SPANS }) {
  const { period, days } = SPANS[span]
  const from = beginOf(period, days)
  const asked = useAnswer(`analytics ${span}`, () => api.get('/api/admin/analytics', { query: { limit: 1, period, from } }), {
    everySeconds: 60,
  })
  const before = useAnswer(`analytics before ${span}`, () => {
    const begin = Date.parse(from)
    const query = { limit: 1, period, from: new Date(2 * begin - Date.now()).toISOString(), to: from, type: 'pageview' } as const
    return api.get('/api/admin/analytics', { query })
  })
  return (
    <Stack gap="lg">
      <Answered of={asked} height={300}>
        {(data) => (
          <>
            <Compared now={viewsOf(data)} before={before.data && viewsOf(before.data)} than={`the ${days} days before`} />
            <SeriesChart
              title="Page views and visitors"
              description={period === 'day' ? 'Per day (UTC)' : 'Per hour, in your time zone'}
              xLabel={period === 'day' ? 'Day' : 'Hour'}
              kind="lines"
              points={pointsOf(data, period, days)}
              series={VIEWS}
            />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <VitalsCard vitals={data.vitals ?? []} />
              <EventsCard totals={data.totals ?? []} />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
              {TOPS.map(([dimension, title]) => (
                <Panel key={dimension} title={title}>
                  <Ranking items={topOf(data, dimension)} />
                </Panel>
              ))}
            </SimpleGrid>
          </>
        )}
      </Answered>
    </Stack>
  )
}

const viewsOf = ({ totals = [] }: Analytics) => {
  const { events = 0, visitors = 0 } = totals.find(({ type }) => type === 'pageview') ?? {}
  return { views: events, visitors }
}

/** The start of a span of so many days that ends with the current hour, or with the current UTC day. */
function beginOf(period: Period, days: number): string {
  const stepMs = STEP_MS[period]
  return new Date(Math.floor(Date.now() / stepMs) * stepMs + stepMs - days * DAY_MS).toISOString()
}

/** Includes hours and days without visitors. */
function pointsOf({ series = [] }: Analytics, period: Period, days: number): Point[] {
  const views = new Map(series.filter(({ type }) => type === 'pageview').map((point) => [Date.parse(point.startsAt), point]))
  const from = Date.parse(beginOf(period, days))
  const points: Point[] = []
  for (let at = from; at <= Date.now(); at += STEP_MS[period]) {
    const instant = new Date(at).toISOString()
    const { events = 0, visitors = 0 } = views.get(at) ?? {}
    points.push({ x: period === 'day' ? formatDayLabel(instant) : formatDayHourLabel(instant), views: events, visitors })
  }
  return points
}

function topOf({ top = [] }: Analytics, dimension: string) {
  return top
    .filter((line) => line.dimension === dimension)
    .map(({ key, events, visitors }) => ({
      name: formatDimensionValue(dimension, key),
      value: events,
      note: formatQuantity(visitors, 'visitor'),
    }))
}

const TYPES: Readonly<Record<string, { readonly label: string; readonly mean?: (mean: number) => string }>> = {
  pageview: { label: 'Page views' },
  engagement: { label: 'Time on page', mean: (mean) => `${Math.round(mean)} s` },
  scroll: { label: 'Scroll depth', mean: (mean) => `${Math.round(mean)} %` },
  ad_view: { label: 'Ad views' },
  vitals: { label: 'Web vitals' },
}

/** What visitors did, by kind. */
function EventsCard({ totals }: { readonly totals: NonNullable<Analytics['totals']> }) {
  return (
    <Panel title="Events">
      {totals.length === 0 ? (
        <NoData />
      ) : (
        <DataTable
          label="Events"
          columns={['Event', 'Count', 'Visitors', 'Average']}
          numbersFrom={1}
          verticalSpacing={8}
          rows={totals.map(({ type, events, visitors, valueSum }) => {
            const { label, mean } = TYPES[type] ?? { label: type }
            const average = mean === undefined || valueSum === null || events === 0 ? '–' : mean(valueSum / events)
            return { key: type, cells: [label, formatCount(events), formatCount(visitors), average] }
          })}
        />
      )}
    </Panel>
  )
}
