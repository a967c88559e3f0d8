import { Facts, Status, Time } from '../../kit/display.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, defineFilters, type ListItem, type SortName } from '../../kit/list/types.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { describeTimeSpan, formatIdentifier } from '../../kit/words.ts'
import { NoticesPanel } from './notices-panel.tsx'

export const meta = buildAdminMeta('Troubles')

const PATH = '/api/admin/troubles'
type Past = ListItem<typeof PATH>

const COLUMNS: readonly Column<Past, SortName<typeof PATH>>[] = [
  { head: 'Trouble', cell: ({ title }) => title },
  { head: 'State', cell: (trouble) => <State trouble={trouble} /> },
  { head: 'Began', cell: ({ beganAt }) => <Time at={beganAt} />, sort: 'beganAt', isDescendingFirst: true },
  { head: 'Lasted', cell: ({ beganAt, endedAt }) => describeTimeSpan(beganAt, endedAt), isNarrow: true },
  { head: 'Notified', cell: ({ noticedAt }) => <Time at={noticedAt} none="no" />, isMinor: true },
]
const FILTERS = defineFilters<typeof PATH>()(
  {
    name: 'kind',
    label: 'Kind',
    options: [
      'restored',
      'source',
      'budget',
      'mail',
      'webhooks',
      'job',
      'disk',
      'backup',
      'certificate',
      'database',
      'secret',
      'cache',
      'clock',
    ],
  },
  { name: 'open', label: 'State', options: { true: 'Goes on', false: 'Over' } },
)

/** /admin/notices: what was wrong in the last 90 days, and who is notified. */
export default function Troubles() {
  return (
    <ListPage
      path={PATH}
      title="Troubles"
      description="What was wrong in the last 90 days, and who is notified. What is wrong now is above every page."
      columns={COLUMNS}
      filters={FILTERS}
      search="Title"
      defaultSort="-beganAt"
      keyOf={({ id }) => id}
      everySeconds={30}
      nothing="Nothing has been wrong."
      renderAbove={() => <NoticesPanel />}
      renderDetails={(trouble) => (
        <Facts
          facts={{
            'What it means': trouble.meaning,
            'What to do': trouble.action,
            Kind: formatIdentifier(trouble.kind),
            Began: <Time at={trouble.beganAt} absolute />,
            Ended: <Time at={trouble.endedAt} absolute none="It goes on" />,
            'Operators notified': <Time at={trouble.noticedAt} absolute none="No: it was over before" />,
          }}
        />
      )}
      detailsTitle={({ title }) => title}
    />
  )
}

function State({ trouble: { endedAt, severity } }: { readonly trouble: Past }) {
  return endedAt === null ? <Status tone={severity}>Goes on</Status> : <Status tone="quiet">Over</Status>
}
