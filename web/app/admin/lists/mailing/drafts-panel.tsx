import { Anchor, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../../../api/browser.ts'
import { useAction, useAnswer } from '../../kit/api.tsx'
import { ConfirmButton, RED } from '../../kit/dialogs.tsx'
import { Rows, Soft, Time } from '../../kit/display.tsx'
import type { ListItem } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { Panel } from '../../kit/page.tsx'
import { describeAudience } from './message.ts'

export const DRAFTS = '/api/admin/email/drafts'
export type StoredDraft = Pick<ListItem<typeof DRAFTS>, 'id' | 'version'>

/** Messages that are not finished; nothing while there are none. */
export function DraftsPanel() {
  const { data, reload } = useAnswer('drafts', () => api.get(DRAFTS, { query: { limit: 200 } }))
  if (data === undefined || data.items.length === 0) return null
  return (
    <Panel title="Drafts" description="Deleted 90 days after their last change">
      <Rows label="Drafts">
        {data.items.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onDeleted={reload} />
        ))}
      </Rows>
    </Panel>
  )
}

function DraftRow({ draft, onDeleted }: { readonly draft: ListItem<typeof DRAFTS>; onDeleted(): unknown }) {
  const { may } = useMe()
  const { id, audience, updatedAt, updatedBy } = draft
  const subject = draft.subject === '' ? 'Without a subject' : draft.subject
  const remove = useAction(() => api.delete(`${DRAFTS}/{id}`, { path: { id } }), { done: 'Draft deleted', onDone: onDeleted })
  return (
    <li>
      <div>
        {may('editor') ? (
          <Anchor component={Link} to={`/admin/compose?draft=${id}`}>
            {subject}
          </Anchor>
        ) : (
          <Text>{subject}</Text>
        )}
        <Soft>
          {audience === null ? 'To nobody yet' : describeAudience(audience)}; {updatedBy}, <Time at={updatedAt} absolute />
        </Soft>
      </div>
      {may('editor') && (
        <Group>
          <ConfirmButton
            title="Delete this draft?"
            label="Delete draft"
            text="Delete"
            button={{ ...RED, size: 'xs', 'aria-label': `Delete the draft: ${subject}` }}
            action={remove}
          >
            <Text size="sm">“{subject}” cannot be restored.</Text>
          </ConfirmButton>
        </Group>
      )}
    </li>
  )
}
