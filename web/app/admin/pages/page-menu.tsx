import { Button, Menu, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { Confirm } from '../kit/dialogs.tsx'
import { Icon } from '../kit/icon.tsx'
import type { CmsPage, PageAction, PageChange } from './text.ts'

interface Props {
  readonly page: CmsPage
  readonly isBusy: boolean
  onChange(change: PageChange): Promise<void>
}

interface Question {
  readonly label: string
  readonly title: string
  readonly consequence: string
}

const QUESTIONS: Partial<Readonly<Record<PageAction, Question>>> = {
  unpublish: { label: 'Hide page', title: 'Hide the page?', consequence: 'Visitors see “Page not found” until you publish it again.' },
  discard: {
    label: 'Discard draft',
    title: 'Discard the draft?',
    consequence: 'The public page stays as it is. The draft remains among the revisions.',
  },
  reset: {
    label: 'Reset page',
    title: 'Reset to the default text?',
    consequence: 'Visitors see the default text again. Your text remains among the revisions.',
  },
}

/** All actions on a page besides editing. */
export function PageMenu({ page: { slug, lang, status, hasDraft, shipped, version }, isBusy, onChange }: Props) {
  const [asked, setAsked] = useState<PageAction | null>(null)
  const more = useRef<HTMLButtonElement>(null)
  const question = asked === null ? undefined : QUESTIONS[asked]
  const isPublic = status === 'shipped' || status === 'published'
  return (
    <>
      {hasDraft && (
        <Button loading={isBusy} onClick={() => void onChange({ action: 'publish' })}>
          Publish draft
        </Button>
      )}
      <Menu position="bottom-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button ref={more} variant="default" rightSection={<Icon name="down" size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isPublic && (
            <Menu.Item
              component="a"
              href={`/pages/${slug}?lang=${lang}`}
              target="_blank"
              rel="noopener"
              leftSection={<Icon name="open" size={16} />}
            >
              View page
            </Menu.Item>
          )}
          {status === 'hidden' && !hasDraft && (
            <Menu.Item onClick={() => void onChange({ action: 'publish' })}>Publish page again</Menu.Item>
          )}
          {isPublic && <Menu.Item onClick={() => setAsked('unpublish')}>Hide page</Menu.Item>}
          {hasDraft && <Menu.Item onClick={() => setAsked('discard')}>Discard draft</Menu.Item>}
          {shipped !== null && version > 0 && status !== 'shipped' && (
            <Menu.Item onClick={() => setAsked('reset')}>Reset to the default text</Menu.Item>
          )}
          {!isPublic && !hasDraft && status !== 'hidden' && <Menu.Item disabled>No actions available</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <Confirm
        isOpen={question !== undefined}
        title={question?.title ?? ''}
        label={question?.label ?? ''}
        isDangerous
        isBusy={isBusy}
        returnTo={more}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (asked !== null) await onChange({ action: asked })
          setAsked(null)
        }}
      >
        <Text size="sm">{question?.consequence}</Text>
      </Confirm>
    </>
  )
}
