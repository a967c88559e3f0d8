import { Button, Group, SegmentedControl, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { Ranking } from '../charts/ranking.tsx'
import { formatDayHourLabel, formatDayLabel, type Point, SeriesChart } from '../charts/series-chart.tsx'
import { useAnswer } from '../kit/api.tsx'
import { NoData, Soft } from '../kit/display.tsx'
import { Icon } from '../kit/icon.tsx'
import { buildAdminMeta } from '../kit/meta.ts'
import { Answered } from '../kit/notes.tsx'
import { Page, Panel } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import { formatCount, formatIdentifier, formatQuantity } from '../kit/words.ts'
import { OFFICE_ZONE } from '../kit/zone.ts'
import { type Filters, findSpan, findVisitFilter, type Span, SPANS, STEP_MS, useAnalyticsState } from './analytics-state.ts'
import type { Analytics } from './asked-panel.tsx'
import { Searches } from './searches.tsx'
import { Compared, formatDimensionValue, Today } from './today.tsx'
import { VitalsCard } from './vitals.tsx'

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
  const state = useAnalyticsState()
  const { name, from, to, filters, change } = state
  const span = findSpan(state)
  return (
    <Page
      title="Analytics"
      description="Counted without cookies. A visitor counts once per day; visitors who opt out of tracking are not counted."
      actions={
        <SegmentedControl
          aria-label="Period"
          size="xs"
          value={name}
          onChange={(chosen) => change({ span: chosen === 'today' ? null : chosen, from: null, to: null })}
          data={[
            { value: 'today', label: 'Today' },
            ...Object.entries(SPANS).map(([value, { label }]) => ({ value, label })),
            { value: 'own', label: 'Own dates' },
          ]}
        />
      }
    >
      <Stack gap="lg">
        {name === 'own' && (
          <Group gap="sm">
            <TextInput
              type="date"
              label="From"
              value={from}
              max={to}
              onChange={({ currentTarget }) => change({ from: currentTarget.value })}
            />
            <TextInput
              type="date"
              label="Until"
              value={to}
              min={from}
              onChange={({ currentTarget }) => change({ to: currentTarget.value })}
            />
          </Group>
        )}
        <ChosenFilters filters={filters} isToday={name === 'today'} change={change} />
        {name === 'today' ? (
          <Today filters={filters} onFilter={(dimension, key) => change({ [dimension]: key })} />
        ) : span === null ? (
          <NoData>Choose two days (UTC): sums by day reach back 400 days.</NoData>
        ) : (
          <OfSpan
            key={JSON.stringify(span)}
            span={span}
            filter={findVisitFilter(filters)}
            onFilter={(dimension, key) => change({ [dimension]: key })}
          />
        )}
        <Searches days={name === 'today' ? 1 : name === 'own' ? 30 : SPANS[name].days} />
      </Stack>
    </Page>
  )
}

interface ChosenFiltersProps {
  readonly filters: Filters
  readonly isToday: boolean
  change(values: Readonly<Record<string, null>>): void
}

/** What visits are narrowed down by, each of which can be taken back. */
function ChosenFilters({ filters, isToday, change }: ChosenFiltersProps) {
  const names = Object.keys(filters) as (keyof Filters)[]
  if (names.length === 0) return null
  const isCounted = (name: keyof Filters) => isToday || name in findVisitFilter(filters)
  return (
    <Group gap="xs" role="group" aria-label="Narrowed down by">
      {names.map((name) => (
        <Button
          key={name}
          size="xs"
          variant={isCounted(name) ? 'light' : 'default'}
          rightSection={<Icon name="cross" size={14} />}
          onClick={() => change({ [name]: null })}
        >
          {formatIdentifier(name)}: {formatDimensionValue(name, filters[name] ?? '')}
        </Button>
      ))}
      {names.every(isCounted) ? null : <Soft>Over several days one filter counts, and no page: the sums know no more of a visit.</Soft>}
    </Group>
  )
}

interface OfSpanProps {
  readonly span: Span
  readonly filter: Filters
  onFilter(dimension: string, key: string): void
}

/** Sums by hour or day, beside those of as long before. */
function OfSpan({ span, filter, onFilter }: OfSpanProps) {
  const { period, fromMs, toMs, label } = span
  const from = new Date(fromMs).toISOString()
  const shared = { limit: 1, period, ...filter } as const
  const asked = useAnswer(
    `analytics ${JSON.stringify([span, filter])}`,
    () => api.get('/api/admin/analytics', { query: { ...shared, from, ...(toMs !== null && { to: new Date(toMs).toISOString() }) } }),
    { everySeconds: 60 },
  )
  const before = useAnswer(`analytics before ${JSON.stringify([span, filter])}`, () => {
    const begin = new Date(2 * fromMs - (toMs ?? Date.now())).toISOString()
    return api.get('/api/admin/analytics', { query: { ...shared, from: begin, to: from, type: 'pageview' } })
  })
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <Stack gap="lg">
      <Answered of={asked} height={300}>
        {(data) => (
          <>
            <Compared now={viewsOf(data)} before={before.data && viewsOf(before.data)} than={label} />
            <SeriesChart
              title="Page views and visitors"
              description={period === 'day' ? 'Per day (UTC)' : `Per hour, ${OFFICE_ZONE}`}
              xLabel={period === 'day' ? 'Day' : 'Hour'}
              kind="lines"
              points={pointsOf(data, span)}
              series={VIEWS}
            />
            {!isNarrowed && (
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                <VitalsCard vitals={data.vitals ?? []} />
                <EventsCard totals={data.totals ?? []} />
              </SimpleGrid>
            )}
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
              {TOPS.filter(([dimension]) => !isNarrowed || dimension === 'path').map(([dimension, title]) => (
                <Panel key={dimension} title={title} {...(isNarrowed ? { description: 'That these visits read' } : {})}>
                  <Ranking items={topOf(data, dimension, onFilter)} />
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

/** Includes hours and days without visitors. */
function pointsOf({ series = [] }: Analytics, { period, fromMs, toMs }: Span): Point[] {
  const views = new Map(series.filter(({ type }) => type === 'pageview').map((point) => [Date.parse(point.startsAt), point]))
  const points: Point[] = []
  for (let at = fromMs; at < (toMs ?? Date.now() + 1); at += STEP_MS[period]) {
    const instant = new Date(at).toISOString()
    const { events = 0, visitors = 0 } = views.get(at) ?? {}
    points.push({ x: period === 'day' ? formatDayLabel(instant) : formatDayHourLabel(instant), views: events, visitors })
  }
  return points
}

function topOf({ top = [] }: Analytics, dimension: string, onFilter: OfSpanProps['onFilter']) {
  return top
    .filter((line) => line.dimension === dimension)
    .map(({ key, events, visitors }) => ({
      name: formatDimensionValue(dimension, key),
      value: events,
      note: formatQuantity(visitors, 'visitor'),
      ...(dimension === 'path' || key === '(other)' ? {} : { onChoose: () => onFilter(dimension, key) }),
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
