import { Code, Stack, Title } from '@mantine/core'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../../kit/answer.ts'
import { Changes } from '../../kit/changes.tsx'
import { Facts } from '../../kit/facts.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, type Filter, type ListItem, PERIOD, type SortName } from '../../kit/list/types.ts'
import { Moment } from '../../kit/moment.tsx'
import { titled } from '../../kit/title.ts'
import { spoken } from '../../kit/words.ts'

export const meta = titled('Audit log')

const PATH = '/api/admin/audit'
type Entry = ListItem<typeof PATH>

const COLUMNS: readonly Column<Entry, SortName<typeof PATH>>[] = [
  { head: 'Time', cell: (entry) => <Moment at={entry.at} absolute />, sort: 'at', isDescendingFirst: true, isNarrow: true },
  { head: 'Actor', cell: (entry) => entry.actor },
  { head: 'Action', cell: (entry) => spokenAction(entry.action) },
  { head: 'Object', cell: (entry) => `${spoken(entry.objectType)}${entry.objectId === null ? '' : ` ${short(entry.objectId)}`}` },
  { head: 'Country', cell: (entry) => entry.country ?? '–', isMinor: true },
]
const filtersOf = (
  kinds: { readonly actions: readonly string[]; readonly objectTypes: readonly string[] } | undefined,
): readonly Filter[] => [
  { name: 'action', label: 'Action', options: (kinds?.actions ?? []).map((value) => ({ value, label: spokenAction(value) })) },
  { name: 'objectType', label: 'Object type', options: (kinds?.objectTypes ?? []).map((value) => ({ value, label: spoken(value) })) },
  { kind: 'text', name: 'objectId', label: 'Object ID' },
  ...PERIOD,
]

export default function Audit() {
  const kinds = useAnswer('audit kinds', () => api.get(PATH, { query: { limit: 1 } }))
  return (
    <ListPage
      path={PATH}
      title="Audit log"
      description="Who changed what, when and from where. Secrets are masked, and entries cannot be edited."
      columns={COLUMNS}
      filters={filtersOf(kinds.data?.kinds)}
      search="Actor, action or object"
      defaultSort="-at"
      keyOf={(entry) => entry.id}
      renderDetails={(entry) => <EntryDetails entry={entry} />}
      detailsTitle={(entry) => spokenAction(entry.action)}
    />
  )
}

function EntryDetails({ entry }: { readonly entry: Entry }) {
  return (
    <Stack>
      <Facts
        facts={[
          ['Time', <Moment key="at" at={entry.at} absolute />],
          ['Actor', entry.actor],
          ['Action', <Code key="action">{entry.action}</Code>],
          ['Object', `${spoken(entry.objectType)} ${entry.objectId ?? ''}`],
          ['Country', entry.country],
          ['Client', entry.client],
          ['Request ID', entry.requestId],
        ]}
      />
      {entry.before === null && entry.after === null ? null : (
        <>
          <Title order={3} size="h5">
            {entry.before === null ? 'Created' : entry.after === null ? 'Deleted' : 'Changes'}
          </Title>
          <Changes before={entry.before} after={entry.after} />
        </>
      )}
    </Stack>
  )
}

/** `user.password_reset` → `User: password reset` */
function spokenAction(action: string): string {
  const [object = '', ...verb] = action.split('.')
  return verb.length === 0 ? spoken(object) : `${spoken(object)}: ${spoken(verb.join(' ')).toLowerCase()}`
}

const SHORT = 24
const short = (id: string): string => (id.length > SHORT ? `${id.slice(0, 8)}…` : id)
