import { Anchor, Button, Select, TextInput } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { type Language, LANGUAGE_CHOICES } from '../../editing/choices.ts'
import { FormModal } from '../../kit/dialogs.tsx'
import { Time, Status, type Tone } from '../../kit/display.tsx'
import { useFormDialog } from '../../kit/form.ts'
import { Icon } from '../../kit/icon.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, defineFilters, type ListItem, type SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatEnglishLanguageName, formatIdentifier } from '../../kit/words.ts'

export const meta = buildAdminMeta('Pages')

const PATH = '/api/admin/cms-pages'
type Text = ListItem<typeof PATH>

const TONES: Readonly<Record<Text['status'], Tone>> = { shipped: 'quiet', published: 'good', hidden: 'notice', unpublished: 'quiet' }

const getTextPath = ({ slug, lang }: Pick<Text, 'slug' | 'lang'>): string => `/admin/pages/${slug}?lang=${lang}`

const COLUMNS: readonly Column<Text, SortName<typeof PATH>>[] = [
  {
    head: 'Page',
    cell: ({ slug, lang, title }) => (
      <Anchor component={Link} to={getTextPath({ slug, lang })} inherit fw={550}>
        {title}
      </Anchor>
    ),
  },
  { head: 'Address', cell: ({ slug }) => `/pages/${slug}`, sort: 'slug' },
  { head: 'Language', cell: ({ lang }) => formatEnglishLanguageName(lang) },
  {
    head: 'Status',
    cell: ({ status }) => <Status tone={TONES[status]}>{status === 'shipped' ? 'Default text' : formatIdentifier(status)}</Status>,
  },
  {
    head: 'Default text',
    cell: ({ defaultText }) =>
      defaultText === 'current' ? '' : <Status tone="notice">{defaultText === 'changed' ? 'Changed' : 'Not compared'}</Status>,
  },
  { head: 'Draft', cell: ({ hasDraft }) => (hasDraft ? <Status tone="busy">Draft</Status> : '–') },
  { head: 'Updated', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  { head: 'Updated by', cell: ({ updatedBy }) => updatedBy ?? '–', isMinor: true },
]
const FILTERS = defineFilters<typeof PATH>()(
  { name: 'lang', label: 'Language', options: LANGUAGE_CHOICES },
  {
    name: 'status',
    label: 'Status',
    options: { shipped: 'Default text', published: 'Published', hidden: 'Hidden', unpublished: 'Unpublished' },
  },
)

export default function Pages() {
  return (
    <ListPage
      path={PATH}
      title="Pages"
      description="The content pages of the site, in each language."
      renderActions={() => <NewPage />}
      columns={COLUMNS}
      filters={FILTERS}
      search="Title or address"
      defaultSort="slug"
      keyOf={({ slug, lang }) => `${slug} ${lang}`}
      toOf={getTextPath}
    />
  )
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/

/** Asks for a new page's address, and opens its editor. */
function NewPage() {
  const navigate = useNavigate()
  const { form, field, open, modal } = useFormDialog({ initialValues: { slug: '', lang: 'en' as Language } }, async ({ slug, lang }) =>
    navigate(`/admin/pages/${slug}?lang=${lang}`),
  )
  if (!useMe().may('editor')) return null
  const { slug } = form.values
  const isWrong = slug !== '' && !SLUG.test(slug)
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        New page
      </Button>
      <FormModal {...modal} title="New page" label="Write page" isIncomplete={slug === '' || isWrong}>
        <TextInput
          label="URL name"
          description={`/pages/${slug === '' ? '…' : slug}`}
          required
          autoComplete="off"
          {...field('slug')}
          error={isWrong && 'Use lowercase letters, digits and hyphens'}
          onChange={({ currentTarget }) => form.setFieldValue('slug', currentTarget.value.trim())}
        />
        <Select label="Language" allowDeselect={false} data={LANGUAGE_CHOICES} {...field('lang')} />
      </FormModal>
    </>
  )
}
