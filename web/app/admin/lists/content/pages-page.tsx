import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { LANGUAGE_CHOICES } from '../../editing/languages.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { Column, Filter, ListItem, SortName } from '../../kit/list/types.ts'
import { Moment } from '../../kit/moment.tsx'
import { Status, type Tone } from '../../kit/status.tsx'
import { titled } from '../../kit/title.ts'
import { languageName, spoken } from '../../kit/words.ts'
import { NewPage } from '../../pages/new-page.tsx'

export const meta = titled('Pages')

const PATH = '/api/admin/cms-pages'
type Text = ListItem<typeof PATH>

const TONES: Readonly<Record<Text['status'], Tone>> = { shipped: 'quiet', published: 'good', hidden: 'notice', unpublished: 'quiet' }

const COLUMNS: readonly Column<Text, SortName<typeof PATH>>[] = [
  {
    head: 'Page',
    cell: ({ slug, lang, title }) => (
      <Anchor component={Link} to={`/admin/pages/${slug}?lang=${lang}`} inherit fw={550}>
        {title}
      </Anchor>
    ),
  },
  { head: 'Address', cell: ({ slug }) => `/pages/${slug}`, sort: 'slug' },
  { head: 'Language', cell: ({ lang }) => languageName(lang) },
  { head: 'Status', cell: ({ status }) => <Status tone={TONES[status]}>{status === 'shipped' ? 'Default text' : spoken(status)}</Status> },
  { head: 'Draft', cell: ({ hasDraft }) => (hasDraft ? <Status tone="busy">Draft</Status> : '–') },
  { head: 'Updated', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
  { head: 'Updated by', cell: ({ updatedBy }) => updatedBy ?? '–', isMinor: true },
]
const FILTERS: readonly Filter[] = [
  { name: 'lang', label: 'Language', options: LANGUAGE_CHOICES },
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: 'shipped', label: 'Default text' },
      { value: 'published', label: 'Published' },
      { value: 'hidden', label: 'Hidden' },
      { value: 'unpublished', label: 'Unpublished' },
    ],
  },
]

export default function Pages() {
  return (
    <ListPage
      path={PATH}
      title="Pages"
      description="The content pages of the site, in each language."
      actions={<NewPage />}
      columns={COLUMNS}
      filters={FILTERS}
      search="Title or address"
      defaultSort="slug"
      keyOf={({ slug, lang }) => `${slug} ${lang}`}
    />
  )
}
