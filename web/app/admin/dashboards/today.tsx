import { SimpleGrid } from '@mantine/core'
import type { Answer } from '../../api/ask.ts'
import { api } from '../../api/browser.ts'
import { Ranking } from '../charts/ranking.tsx'
import { formatHourLabel, SeriesChart } from '../charts/series-chart.tsx'
import { useAnswer } from '../kit/api.tsx'
import { Figure } from '../kit/display.tsx'
import { Answered } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import { formatCount, formatEnglishCountryName, formatIdentifier } from '../kit/words.ts'
import { OFFICE_ZONE } from '../kit/zone.ts'
import type { Filters } from './analytics-state.ts'

type Data = Answer<'get', '/api/admin/analytics/today'>

const TOPS = [
  { dimension: 'path', title: 'Pages' },
  { dimension: 'entry', title: 'Entry pages', filter: 'path' },
  { dimension: 'referrer', title: 'Referrers' },
  { dimension: 'country', title: 'Countries' },
  { dimension: 'device', title: 'Devices' },
  { dimension: 'browser', title: 'Browsers' },
] as const
const HOURS = [
  { name: 'views', label: 'Today', colour: '--series-1' },
  { name: 'yesterday', label: 'Yesterday', colour: '--series-2' },
] as const
const MINUTES = [{ name: 'views', label: 'Page views', colour: '--series-1' }] as const

interface TodayProps {
  readonly filters: Filters
  onFilter(dimension: string, key: string): void
}

/** What happens now and today; a click on a value narrows everything down to it. */
export function Today({ filters, onFilter }: TodayProps) {
  const asked = useAnswer(`analytics today ${JSON.stringify(filters)}`, () => api.get('/api/admin/analytics/today', { query: filters }), {
    everySeconds: 30,
  })
  return (
    <Answered of={asked} height={300}>
      {(data) => <Shown data={data} onFilter={onFilter} />}
    </Answered>
  )
}

function Shown({ data, onFilter }: { readonly data: Data; onFilter(name: string, key: string): void }) {
  return (
    <>
      <Compared now={data.today} before={data.yesterday} than="yesterday at this time" live={data.live.visitors} />
      <SeriesChart
        title="Page views by hour"
        description={OFFICE_ZONE === 'UTC' ? 'Today and yesterday, UTC' : `Today and yesterday by UTC; hours of ${OFFICE_ZONE}`}
        xLabel="Hour"
        kind="lines"
        points={data.hours.map(({ startsAt, views, yesterday }) => ({ x: formatHourLabel(startsAt), views, yesterday }))}
        series={HOURS}
      />
      <SeriesChart
        title="The last hour"
        description="Page views by minute"
        xLabel="Minute"
        kind="bars"
        points={data.minutes.map(({ startsAt, views }) => ({ x: formatHourLabel(startsAt), views }))}
        series={MINUTES}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {TOPS.map(({ dimension, title, ...rest }) => (
          <Panel key={dimension} title={title}>
            <Ranking
              items={data.top
                .filter((line) => line.dimension === dimension)
                .map(({ key, views }) => ({
                  name: formatDimensionValue(dimension, key),
                  value: views,
                  onChoose: () => onFilter('filter' in rest ? rest.filter : dimension, key),
                }))}
            />
          </Panel>
        ))}
      </SimpleGrid>
    </>
  )
}

interface Views {
  readonly views: number
  readonly visitors: number
}

/** Page views and visitors, and how they compare. */
export function Compared({
  now,
  before,
  than,
  live,
}: {
  readonly now: Views
  readonly before: Views | undefined
  readonly than: string
  readonly live?: number
}) {
  return (
    <SimpleGrid cols={{ base: 2, xs: live === undefined ? 2 : 3 }} spacing="md">
      {live === undefined ? null : <Figure label="Visitors now" value={formatCount(live)} note="in the last five minutes" />}
      <Figure label="Page views" value={formatCount(now.views)} note={before && changeText(now.views, before.views, than)} />
      <Figure label="Visitors" value={formatCount(now.visitors)} note={before && changeText(now.visitors, before.visitors, than)} />
    </SimpleGrid>
  )
}

/** `+12 % against yesterday at this time (190)`. */
function changeText(now: number, before: number, than: string): string {
  if (before === 0) return `none ${than}`
  const change = Math.round((100 * (now - before)) / before)
  return `${change > 0 ? '+' : change < 0 ? '−' : '±'}${formatCount(Math.abs(change))} % against ${than} (${formatCount(before)})`
}

/** The value of a dimension, in words. */
export function formatDimensionValue(dimension: string, key: string): string {
  if (dimension === 'country') return formatEnglishCountryName(key)
  return dimension === 'device' || dimension === 'browser' ? formatIdentifier(key) : key
}
