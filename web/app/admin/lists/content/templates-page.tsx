import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Time, Status } from '../../kit/display.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, defineFilters, type ListItem, type SortName } from '../../kit/list/types.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatIdentifier } from '../../kit/words.ts'

export const meta = buildAdminMeta('Email templates')

const PATH = '/api/admin/email-templates'
type Template = ListItem<typeof PATH>

const getTemplatePath = ({ id }: Pick<Template, 'id'>): string => `/admin/email-templates/${id}`

const COLUMNS: readonly Column<Template, SortName<typeof PATH>>[] = [
  {
    head: 'Template',
    cell: ({ id }) => (
      <Anchor component={Link} to={getTemplatePath({ id })} inherit fw={550}>
        {formatIdentifier(id)}
      </Anchor>
    ),
    sort: 'id',
  },
  { head: 'Description', cell: ({ description }) => description },
  { head: 'Status', cell: (template) => <TemplateState {...template} /> },
  { head: 'Updated', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  { head: 'Updated by', cell: ({ updatedBy }) => updatedBy ?? '–', isMinor: true },
]
const FILTERS = defineFilters<typeof PATH>()({ name: 'edited', label: 'Status', options: { true: 'Edited', false: 'Default' } })

export default function Templates() {
  return (
    <ListPage
      path={PATH}
      title="Email templates"
      description="Design and wording of the emails. Changes apply from the next email on."
      columns={COLUMNS}
      filters={FILTERS}
      search="Name or description"
      defaultSort="id"
      keyOf={({ id }) => id}
      toOf={getTemplatePath}
    />
  )
}

function TemplateState({ edited, fault }: Pick<Template, 'edited' | 'fault'>) {
  if (fault !== null) return <Status tone="bad">Broken</Status>
  return edited ? <Status tone="busy">Edited</Status> : <Status tone="quiet">Default</Status>
}
