import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { LANGUAGE_CHOICES } from '../editing/languages.ts'
import { Note } from '../editing/note.tsx'
import { ConflictNotice } from '../editing/conflict-notice.tsx'
import { SaveBar } from '../editing/save-bar.tsx'
import { UnsavedGuard } from '../editing/unsaved-guard.tsx'
import { tell, useAction } from '../kit/action.tsx'
import { FailureNote, fieldErrors } from '../kit/failure.tsx'
import { useMe } from '../kit/me.ts'
import { Page } from '../kit/page.tsx'
import { languageName, spoken } from '../kit/words.ts'
import { PageMenu } from './page-menu.tsx'
import { PageState } from './page-state.tsx'
import { RevisionsPanel } from './revisions-panel.tsx'
import { changedFields, type CmsPage, type Text, textOf } from './text.ts'
import { TextPanel } from './text-panel.tsx'
import { TextPreview } from './text-preview.tsx'
import styles from './page-editor.module.css'

interface Props {
  readonly page: CmsPage
  reload(): Promise<void>
  set(page: CmsPage): Promise<void>
}

export type PageAction = 'save' | 'publish' | 'unpublish' | 'discard' | 'restore' | 'reset'
export interface PageChange extends Partial<Text> {
  readonly action: PageAction
  readonly revision?: number
}

const DONE: Readonly<Record<PageAction, string>> = {
  save: 'Draft saved',
  publish: 'Page published',
  unpublish: 'Page hidden',
  discard: 'Draft discarded',
  restore: 'Revision restored as a draft',
  reset: 'Page reset to the default text',
}

/** Editor and preview side by side; revisions below. */
export function PageEditor({ page, reload, set }: Props) {
  const { slug, lang, version } = page
  const [, setQuery] = useSearchParams()
  const mayEdit = useMe().may('editor')
  const kept = textOf(page)
  const [text, setText] = useState(kept)
  const [base, setBase] = useState({ version, text: kept })
  // Without unsaved changes, the fields follow what others or actions save.
  if (base.version !== version) {
    setBase({ version, text: kept })
    if (changedFields(text, base.text).length === 0) setText(kept)
  }
  const [hasConflict, setConflict] = useState(false)
  const changed = changedFields(text, kept)

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
    tell(isSent || changed.length === 0 ? DONE[body.action] : `${DONE[body.action]}. Your unsaved changes are still here.`)
    await set(now)
    // Keeps input typed while saving.
    if (isSent) setText((typed) => (typed === text ? textOf(now) : typed))
    setConflict(false)
  }
  const forget = () => {
    change.forget()
    setText(kept)
    setConflict(false)
  }
  const errors = fieldErrors(change.failure)
  const isTold = Object.keys(errors).some((field) => field in text)
  const isEmpty = text.title.trim() === '' || text.body.trim() === ''

  return (
    <Page
      title={kept.title === '' ? spoken(slug) : kept.title}
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
          There is no text in {languageName(lang)} yet, so visitors see another language. Save to create a draft, then publish it.
        </Note>
      )}
      {change.failure !== undefined && change.failure.code !== 'conflict' && !isTold && <FailureNote failure={change.failure} />}
      <div className={styles.sides}>
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
      </div>
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
