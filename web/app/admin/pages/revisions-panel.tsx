import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import { api } from '../../api/browser.ts'
import { DiffView } from '../editing/diff-view.tsx'
import { useAnswer } from '../kit/api.tsx'
import { Time, Status } from '../kit/display.tsx'
import { Answered, Note } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import type { CmsPage, PageChange } from './text.ts'

interface PanelProps {
  readonly page: CmsPage
  readonly mayEdit: boolean
  readonly isBusy: boolean
  onChange(change: PageChange): Promise<void>
}

/** Revisions, their differences, and restoring them. */
export function RevisionsPanel({ page, mayEdit, isBusy, onChange }: PanelProps) {
  const sides = sidesOf(page)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  if (sides.length < 2 && page.revisions.length === 0) return null
  const isKnown = (side: string | null) => side !== null && sides.some(({ value }) => value === side)
  const chosenFrom = isKnown(from) ? from : (sides.at(-1)?.value ?? null)
  const chosenTo = isKnown(to) ? to : (sides[0]?.value ?? null)
  return (
    <Panel title="Revisions" description="The last 100 saves. Restoring a revision creates a draft; visitors see it once you publish it.">
      <Stack gap="lg">
        <DataTable
          label="Revisions"
          columns={['Revision', 'Title', 'Saved', 'By', 'Actions']}
          minWidth={560}
          rows={page.revisions.map(({ revision, title, createdAt, createdBy }) => ({
            key: revision,
            cells: [
              <Fragment key="revision">
                {revision} {page.published?.revision === revision && <Status tone="good">Published</Status>}
                {page.draft?.revision === revision && <Status tone="busy">Draft</Status>}
              </Fragment>,
              title,
              <Time key="saved" at={createdAt} />,
              createdBy,
              <Group key="actions" gap="xs" wrap="nowrap">
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Compare revision ${revision}`}
                  onClick={() => setFrom(String(revision))}
                >
                  Compare
                </Button>
                {mayEdit && page.draft?.revision !== revision && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    disabled={isBusy}
                    aria-label={`Restore revision ${revision}`}
                    onClick={() => void onChange({ action: 'restore', revision })}
                  >
                    Restore
                  </Button>
                )}
              </Group>,
            ],
          }))}
        />
        {sides.length > 1 && (
          <>
            <Group grow maw="32rem">
              <Select label="Compare" data={sides} value={chosenFrom} allowDeselect={false} onChange={setFrom} />
              <Select label="with" data={sides} value={chosenTo} allowDeselect={false} onChange={setTo} />
            </Group>
            {chosenFrom !== null && chosenTo !== null && <RevisionDiff page={page} from={chosenFrom} to={chosenTo} />}
          </>
        )}
      </Stack>
    </Panel>
  )
}

/** The texts that can be compared, newest first. */
function sidesOf({ draft, published, shipped, revisions }: CmsPage): { readonly value: string; readonly label: string }[] {
  return [
    ...(draft === null ? [] : [{ value: 'draft', label: 'Draft' }]),
    ...(published === null ? [] : [{ value: 'published', label: 'Published' }]),
    ...revisions.map(({ revision }) => ({ value: String(revision), label: `Revision ${revision}` })),
    ...(shipped === null ? [] : [{ value: 'shipped', label: 'Default text' }]),
  ]
}

interface RevisionDiffProps {
  readonly page: CmsPage
  readonly from: string
  readonly to: string
}

/** The differences between two texts of a page. */
function RevisionDiff({ page: { slug, lang, version }, from, to }: RevisionDiffProps) {
  const difference = useAnswer(`${slug} ${lang} ${version} ${from} ${to}`, () =>
    api.get('/api/admin/cms-pages/{slug}/diff', { path: { slug }, query: { lang, from, to } }),
  )
  return (
    <Answered of={difference} height={120}>
      {({ diff }) => <DiffView diff={diff} label={`Differences from ${from} to ${to}`} />}
    </Answered>
  )
}

/** Shows editors what is new in the default text, which an edited page does not get, until they have seen to it. */
export function DefaultTextNote({ page, mayEdit, isBusy, onChange }: PanelProps) {
  const [isShown, setShown] = useState(false)
  const isKnown = page.defaultText === 'changed'
  return (
    <Note tone="notice" title={isKnown ? 'The default text has changed' : 'The default text may have changed'}>
      <Stack gap="sm">
        <Text size="sm">
          {isKnown
            ? 'It has changed since this page was edited or reviewed. Visitors see your text, without the changes.'
            : 'This page was edited before changes of the default text were recorded. Compare both, and take over what your text lacks.'}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isKnown ? 'What has changed' : 'Compare with your text'}
          </Button>
          {mayEdit && (
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => void onChange({ action: 'review' })}>
              Mark as reviewed
            </Button>
          )}
        </Group>
        {isShown && <RevisionDiff page={page} from={isKnown ? 'former' : page.published === null ? 'draft' : 'published'} to="shipped" />}
      </Stack>
    </Note>
  )
}
