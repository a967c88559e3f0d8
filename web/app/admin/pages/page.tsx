import { Button, Group, SegmentedControl, SimpleGrid, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { LANGUAGE_CHOICES, LANGUAGES } from '../editing/choices.ts'
import { SaveBar, UnsavedGuard } from '../editing/save-bar.tsx'
import { notifyReader, useAction, useAnswer } from '../kit/api.tsx'
import { Time, Status, type Tone } from '../kit/display.tsx'
import { useMe } from '../kit/me.ts'
import { buildAdminMeta } from '../kit/meta.ts'
import { ConflictNotice, FailureNote, getFieldErrors, Note } from '../kit/notes.tsx'
import { Page } from '../kit/page.tsx'
import { formatEnglishLanguageName, formatIdentifier } from '../kit/words.ts'
import { PageMenu } from './page-menu.tsx'
import { DefaultTextNote, RevisionsPanel } from './revisions-panel.tsx'
import { TextPanel, TextPreview } from './text-panel.tsx'
import {
  listChangedFields,
  type CmsPage,
  buildNewPage,
  type PageAction,
  type PageChange,
  type Status as PageStatus,
  getEditableText,
} from './text.ts'

export const meta = buildAdminMeta('Page')

/** /admin/pages/{slug}?lang=: a text of the site in one language. The first save creates it. */
export default function CmsPagePage() {
  const { slug = '' } = useParams()
  const [query] = useSearchParams()
  const lang = LANGUAGES.find((each) => each === query.get('lang')) ?? 'en'
  const { data, failure, reload, set } = useAnswer(`page ${slug} ${lang}`, () =>
    api.get('/api/admin/cms-pages/{slug}', { path: { slug }, query: { lang } }),
  )
  const isThere = data !== undefined && data.slug === slug && data.lang === lang
  const page = isThere ? data : failure?.code === 'not_found' ? buildNewPage(slug, lang) : undefined
  if (page !== undefined) return <PageEditor key={`${slug} ${lang}`} page={page} reload={reload} set={set} />
  return (
    <Page title={formatIdentifier(slug)}>
      {failure === undefined ? <Skeleton h={520} radius="lg" /> : <FailureNote failure={failure} onRetry={reload} />}
    </Page>
  )
}

interface Props {
  readonly page: CmsPage
  reload(): Promise<void>
  set(page: CmsPage): Promise<void>
}

const DONE: Readonly<Record<PageAction, string>> = {
  save: 'Draft saved',
  publish: 'Page published',
  unpublish: 'Page hidden',
  discard: 'Draft discarded',
  restore: 'Revision restored as a draft',
  reset: 'Page reset to the default text',
  review: 'Default text marked as reviewed',
}

/** Editor and preview side by side; revisions below. */
function PageEditor({ page, reload, set }: Props) {
  const { slug, lang, version } = page
  const [, setQuery] = useSearchParams()
  const mayEdit = useMe().may('editor')
  const saved = getEditableText(page)
  const [text, setText] = useState(saved)
  const [base, setBase] = useState({ version, text: saved })
  // Without unsaved changes, the fields follow what others or actions save.
  if (base.version !== version) {
    setBase({ version, text: saved })
    if (listChangedFields(text, base.text).length === 0) setText(saved)
  }
  const [hasConflict, setConflict] = useState(false)
  const changed = listChangedFields(text, saved)

  const change = useAction((body: PageChange) => api.patch('/api/admin/cms-pages', { body: { slug, lang, version, ...body } }), {
    async reload() {
      await reload()
      setConflict(changed.length > 0)
    },
    isQuiet: true,
  })
  const run = async (body: PageChange) => {
    const now = await change.run(body)
    if (now === undefined) return
    const isSent = body.body !== undefined
    notifyReader(isSent || changed.length === 0 ? DONE[body.action] : `${DONE[body.action]}. Your unsaved changes are still here.`)
    await set(now)
    // Keeps input typed while saving.
    if (isSent) setText((typed) => (typed === text ? getEditableText(now) : typed))
    setConflict(false)
  }
  const forget = () => {
    change.forget()
    setText(saved)
    setConflict(false)
  }
  const errors = getFieldErrors(change.failure)
  const isAtField = Object.keys(errors).some((field) => field in text)
  const isEmpty = text.title.trim() === '' || text.body.trim() === ''

  return (
    <Page
      title={saved.title === '' ? formatIdentifier(slug) : saved.title}
      description={<PageState page={page} />}
      actions={
        <>
          <SegmentedControl aria-label="Language" value={lang} onChange={(chosen) => setQuery({ lang: chosen })} data={LANGUAGE_CHOICES} />
          {mayEdit && <PageMenu page={page} isBusy={change.isBusy} onChange={run} />}
        </>
      }
    >
      <UnsavedGuard isDirty={changed.length > 0} />
      {hasConflict && changed.length > 0 && <ConflictNotice />}
      {page.version === 0 && page.shipped === null && (
        <Note tone="quiet">
          There is no text in {formatEnglishLanguageName(lang)} yet, so visitors see another language. Save to create a draft, then publish
          it.
        </Note>
      )}
      {change.failure !== undefined && change.failure.code !== 'conflict' && !isAtField && <FailureNote failure={change.failure} />}
      {page.defaultText !== 'current' && <DefaultTextNote page={page} mayEdit={mayEdit} isBusy={change.isBusy} onChange={run} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={SIDES}>
        <TextPanel
          text={text}
          errors={errors}
          isReadOnly={!mayEdit}
          onChange={(given) => {
            change.forget()
            setText({ ...text, ...given })
          }}
        />
        <TextPreview text={text} lang={lang} />
      </SimpleGrid>
      <RevisionsPanel page={page} mayEdit={mayEdit} isBusy={change.isBusy} onChange={run} />
      <SaveBar
        changes={changed.length}
        isBusy={change.isBusy}
        label="Save draft"
        problem={isEmpty ? 'enter a title and a text' : undefined}
        onSave={() => run({ action: 'save', ...text })}
        onDiscard={forget}
      >
        <Button loading={change.isBusy} disabled={isEmpty} onClick={() => void run({ action: 'publish', ...text })}>
          Publish
        </Button>
      </SaveBar>
    </Page>
  )
}

const SIDES = { alignItems: 'start', '--editor-height': 'max(24rem, calc(100vh - 30rem))' }

const SHOWN: Readonly<Record<PageStatus, { readonly tone: Tone; readonly text: string }>> = {
  shipped: { tone: 'quiet', text: 'Default text' },
  published: { tone: 'good', text: 'Published' },
  hidden: { tone: 'notice', text: 'Hidden' },
  unpublished: { tone: 'quiet', text: 'Not published' },
}

/** The page's public state, and its last editor. */
function PageState({ page: { slug, status, hasDraft, updatedAt, updatedBy } }: { readonly page: CmsPage }) {
  return (
    <Group gap="xs" component="span">
      <code>/pages/{slug}</code>
      <Status tone={SHOWN[status].tone}>{SHOWN[status].text}</Status>
      {hasDraft && <Status tone="busy">Draft</Status>}
      {updatedAt !== null && (
        <span>
          updated <Time at={updatedAt} />
          {updatedBy !== null && ` by ${updatedBy}`}
        </span>
      )}
    </Group>
  )
}
