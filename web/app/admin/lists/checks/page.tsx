import { SimpleGrid } from '@mantine/core'
import { Figure } from '../../kit/display.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, type Filter, type ListItem, PERIOD, type SortName } from '../../kit/list/types.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatCount, formatMediumTime, formatPoint } from '../../kit/words.ts'

export const meta = buildAdminMeta('Searches')

const PATH = '/api/admin/checks'
type Check = ListItem<typeof PATH>

const COLUMNS: readonly Column<Check, SortName<typeof PATH>>[] = [
  { head: 'Place', cell: ({ label, name, near, lat, lon }) => label ?? name ?? (near === null ? formatPoint(lat, lon) : `Near ${near}`) },
  { head: 'Hour', cell: ({ hour }) => formatMediumTime(hour), sort: 'hour', isDescendingFirst: true },
  { head: 'Searches', cell: ({ searches }) => formatCount(searches), align: 'right' },
  { head: 'Coordinates', cell: ({ lat, lon }) => formatPoint(lat, lon), isMinor: true },
]
const FILTERS: readonly Filter[] = PERIOD

export default function Checks() {
  return (
    <ListPage
      path={PATH}
      title="Searches"
      description="Searches by hour and place."
      columns={COLUMNS}
      filters={FILTERS}
      search="Place"
      defaultSort="-hour"
      keyOf={({ hour, lat, lon }) => `${hour} ${formatPoint(lat, lon)}`}
      renderAbove={({ totals }) =>
        totals === undefined ? null : (
          <SimpleGrid cols={2}>
            <Figure label="Searches" value={formatCount(totals.searches)} />
            <Figure label="Places" value={formatCount(totals.places)} />
          </SimpleGrid>
        )
      }
      nothing="Searches are counted once per visitor, place and hour."
    />
  )
}
