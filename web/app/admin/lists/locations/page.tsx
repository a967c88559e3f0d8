import { Anchor, SimpleGrid } from '@mantine/core'
import { Link } from 'react-router'
import { writeCityPath } from '../../../visit/city-path.ts'
import { Figure, Time, Status } from '../../kit/display.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { Column, ListItem, SortName } from '../../kit/list/types.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatCount, formatQuantity, formatPoint } from '../../kit/words.ts'

export const meta = buildAdminMeta('Locations')

const PATH = '/api/admin/locations'
type Location = ListItem<typeof PATH>

const COLUMNS: readonly Column<Location, SortName<typeof PATH>>[] = [
  { head: 'Place', cell: ({ label, name, near, lat, lon }) => label ?? name ?? (near === null ? formatPoint(lat, lon) : `Near ${near}`) },
  {
    head: 'Coordinates',
    cell: ({ lat, lon }) => (
      <Anchor href={writeCityPath({ name: '', lat, lon })} target="_blank" rel="noreferrer" inherit>
        {formatPoint(lat, lon)}
      </Anchor>
    ),
    isMinor: true,
    isNarrow: true,
  },
  { head: 'Searches', cell: ({ searchCount }) => formatCount(searchCount), sort: 'searchCount', isDescendingFirst: true, align: 'right' },
  {
    head: 'Open reports',
    cell: ({ openReports }) => (openReports === 0 ? '–' : <Status tone="notice">{formatQuantity(openReports, 'report')}</Status>),
    sort: 'openReports',
    isDescendingFirst: true,
  },
  { head: 'All reports', cell: ({ reports }) => formatCount(reports), align: 'right', isMinor: true },
  {
    head: 'Alerts',
    cell: ({ lat, lon }) => (
      <Anchor
        component={Link}
        to={`/admin/why?lat=${lat}&lon=${lon}`}
        inherit
        aria-label={`Who is notified at ${formatPoint(lat, lon)}, and why`}
      >
        Who is notified
      </Anchor>
    ),
    isMinor: true,
  },
  { head: 'Last checked', cell: ({ lastCheckedAt }) => <Time at={lastCheckedAt} /> },
]

export default function Locations() {
  return (
    <ListPage
      path={PATH}
      title="Locations"
      description="Places searched for in the last 30 days, and places with reports about their data."
      columns={COLUMNS}
      search="Place"
      defaultSort="-searchCount"
      keyOf={({ lat, lon }) => formatPoint(lat, lon)}
      renderAbove={({ totals }) =>
        totals === undefined ? null : (
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <Figure label="Places searched for" value={formatCount(totals.places)} />
            <Figure label="Searches" value={formatCount(totals.searches)} />
            <Figure label="Places with reports" value={formatCount(totals.reportedPlaces)} />
            <Figure label="Open reports" value={formatCount(totals.openReports)} />
          </SimpleGrid>
        )
      }
    />
  )
}
