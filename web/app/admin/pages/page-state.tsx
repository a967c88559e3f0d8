import { Group } from '@mantine/core'
import { Moment } from '../kit/moment.tsx'
import { Status, type Tone } from '../kit/status.tsx'
import type { CmsPage, Status as PageStatus } from './text.ts'

const SHOWN: Readonly<Record<PageStatus, { readonly tone: Tone; readonly text: string }>> = {
  shipped: { tone: 'quiet', text: 'Default text' },
  published: { tone: 'good', text: 'Published' },
  hidden: { tone: 'notice', text: 'Hidden' },
  unpublished: { tone: 'quiet', text: 'Not published' },
}

/** The page's public state, and its last editor. */
export function PageState({ page: { slug, status, hasDraft, updatedAt, updatedBy } }: { readonly page: CmsPage }) {
  return (
    <Group gap="xs" component="span">
      <code>/pages/{slug}</code>
      <Status tone={SHOWN[status].tone}>{SHOWN[status].text}</Status>
      {hasDraft && <Status tone="busy">Draft</Status>}
      {updatedAt !== null && (
        <span>
          updated <Moment at={updatedAt} />
          {updatedBy !== null && ` by ${updatedBy}`}
        </span>
      )}
    </Group>
  )
}
