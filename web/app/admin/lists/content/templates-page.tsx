import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { Column, Filter, ListItem, SortName } from '../../kit/list/types.ts'
import { Moment } from '../../kit/moment.tsx'
import { Status } from '../../kit/status.tsx'
import { titled } from '../../kit/title.ts'
import { spoken } from '../../kit/words.ts'

export const meta = titled('Mail templates')

const PATH = '/api/admin/email-templates'
type Template = ListItem<typeof PATH>

const COLUMNS: readonly Column<Template, SortName<typeof PATH>>[] = [
  {
    head: 'Mail',
    cell: ({ id }) => (
      <Anchor component={Link} to={`/admin/email-templates/${id}`} inherit fw={550}>
        {spoken(id)}
      </Anchor>
    ),
    sort: 'id',
  },
  { head: 'What for', cell: ({ description }) => description },
  { head: 'State', cell: (template) => <TemplateState {...template} /> },
  { head: 'Changed', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
  { head: 'By', cell: ({ updatedBy }) => updatedBy ?? '–', isMinor: true },
]
const FILTERS: readonly Filter[] = [
  {
    name: 'edited',
    label: 'State',
    options: [
      { value: 'true', label: 'Edited' },
      { value: 'false', label: 'As shipped' },
    ],
  },
]

export default function Templates() {
  return (
    <ListPage
      path={PATH}
      title="Mail templates"
      description="How the mails look and what they say. An edited one is used from the next mail on."
      columns={COLUMNS}
      filters={FILTERS}
      search="Name or description"
      defaultSort="id"
      keyOf={({ id }) => id}
    />
  )
}

function TemplateState({ edited, fault }: Pick<Template, 'edited' | 'fault'>) {
  if (fault !== null) return <Status tone="bad">Cannot be used</Status>
  return edited ? <Status tone="busy">Edited</Status> : <Status tone="quiet">As shipped</Status>
}
