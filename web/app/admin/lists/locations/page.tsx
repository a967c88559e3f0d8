import { Anchor, SimpleGrid } from '@mantine/core'
import { Link } from 'react-router'
import { cityPath } from '../../../visit/city-path.ts'
import { Figure, Time, Status } from '../../kit/display.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { Column, ListItem, SortName } from '../../kit/list/types.ts'
import { titled } from '../../kit/page.tsx'
import { count, counted, point } from '../../kit/words.ts'

export const meta = titled('Locations')

const PATH = '/api/admin/locations'
type Location = ListItem<typeof PATH>

const COLUMNS: readonly Column<Location, SortName<typeof PATH>>[] = [
  { head: 'Place', cell: ({ label, name, near, lat, lon }) => label ?? name ?? (near === null ? point(lat, lon) : `Near ${near}`) },
  {
    head: 'Coordinates',
    cell: ({ lat, lon }) => (
      <Anchor href={cityPath({ name: '', lat, lon })} target="_blank" rel="noreferrer" inherit>
        {point(lat, lon)}
      </Anchor>
    ),
    isMinor: true,
    isNarrow: true,
  },
  { head: 'Searches', cell: ({ searchCount }) => count(searchCount), sort: 'searchCount', isDescendingFirst: true, align: 'right' },
  {
    head: 'Open reports',
    cell: ({ openReports }) => (openReports === 0 ? '–' : <Status tone="notice">{counted(openReports, 'report')}</Status>),
    sort: 'openReports',
    isDescendingFirst: true,
  },
  { head: 'All reports', cell: ({ reports }) => count(reports), align: 'right', isMinor: true },
  {
    head: 'Alerts',
    cell: ({ lat, lon }) => (
      <Anchor
        component={Link}
        to={`/admin/why?lat=${lat}&lon=${lon}`}
        inherit
        aria-label={`Who is notified at ${point(lat, lon)}, and why`}
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
      keyOf={({ lat, lon }) => point(lat, lon)}
      renderAbove={({ totals }) =>
        totals === undefined ? null : (
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <Figure label="Places searched for" value={count(totals.places)} />
            <Figure label="Searches" value={count(totals.searches)} />
            <Figure label="Places with reports" value={count(totals.reportedPlaces)} />
            <Figure label="Open reports" value={count(totals.openReports)} />
          </SimpleGrid>
        )
      }
    />
  )
}
