import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, defineFilters, type ListItem, type SortName, UTC_PERIOD } from '../../kit/list/types.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatCount, formatIdentifier, formatUtcTime } from '../../kit/words.ts'

export const meta = buildAdminMeta('Events')

const PATH = '/api/admin/analytics'
type Sum = ListItem<typeof PATH>

const COLUMNS: readonly Column<Sum, SortName<typeof PATH>>[] = [
  { head: 'Start', cell: ({ startsAt }) => formatUtcTime(startsAt), sort: 'startsAt', isDescendingFirst: true },
  { head: 'Event', cell: ({ type, name }) => (name === '' ? formatIdentifier(type) : `${formatIdentifier(type)}: ${name}`) },
  { head: 'Dimension', cell: ({ dimension, key }) => (dimension === 'all' ? 'All' : `${formatIdentifier(dimension)} ${key}`) },
  { head: 'Count', cell: ({ events }) => formatCount(events), align: 'right' },
  { head: 'Visitors', cell: ({ visitors }) => formatCount(visitors), align: 'right' },
  { head: 'Sum', cell: ({ valueSum }) => rounded(valueSum), align: 'right', isMinor: true },
  { head: '75th percentile', cell: ({ valueP75 }) => rounded(valueP75), align: 'right', isMinor: true },
]
const FILTERS = defineFilters<typeof PATH>()(
  { name: 'period', label: 'Interval', options: ['hour', 'day'] },
  { name: 'type', label: 'Event', options: ['pageview', 'engagement', 'scroll', 'ad_view', 'vitals'] },
  ...UTC_PERIOD,
)

export default function Events() {
  return (
    <ListPage
      path={PATH}
      title="Events"
      description="Site usage by hour or UTC day: the figures behind the charts, ready for a spreadsheet."
      columns={COLUMNS}
      filters={FILTERS}
      search="Page, referrer or slot"
      defaultSort="-startsAt"
      keyOf={({ startsAt, type, name, dimension, key }) => [startsAt, type, name, dimension, key].join(' ')}
    />
  )
}

const rounded = (value: number | null): string => (value === null ? '–' : formatCount(Math.round(value * 100) / 100))
