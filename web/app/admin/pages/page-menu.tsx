import { Button, Menu, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { Confirm } from '../kit/confirm.tsx'
import { Icon } from '../kit/icon.tsx'
import type { PageAction, PageChange } from './page-editor.tsx'
import type { CmsPage } from './text.ts'

interface Props {
  readonly page: CmsPage
  readonly isBusy: boolean
  onChange(change: PageChange): Promise<void>
}

interface Question {
  readonly label: string
  readonly title: string
  readonly told: string
}

const QUESTIONS: Partial<Readonly<Record<PageAction, Question>>> = {
  unpublish: { label: 'Hide', title: 'Hide the page?', told: 'Its address answers “not found” until it is published again.' },
  discard: { label: 'Discard', title: 'Discard the draft?', told: 'What the public sees stays. The draft is still among the revisions.' },
  reset: {
    label: 'Reset',
    title: 'Reset to the shipped text?',
    told: 'The public sees the shipped text again. Yours is still among the revisions.',
  },
}

/** What can be done with a page besides writing. */
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
              See the page
            </Menu.Item>
          )}
          {status === 'hidden' && !hasDraft && <Menu.Item onClick={() => void onChange({ action: 'publish' })}>Publish again</Menu.Item>}
          {isPublic && <Menu.Item onClick={() => setAsked('unpublish')}>Hide the page</Menu.Item>}
          {hasDraft && <Menu.Item onClick={() => setAsked('discard')}>Discard the draft</Menu.Item>}
          {shipped !== null && version > 0 && status !== 'shipped' && (
            <Menu.Item onClick={() => setAsked('reset')}>Reset to the shipped text</Menu.Item>
          )}
          {!isPublic && !hasDraft && status !== 'hidden' && <Menu.Item disabled>Nothing but writing it</Menu.Item>}
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
        <Text size="sm">{question?.told}</Text>
      </Confirm>
    </>
  )
}
