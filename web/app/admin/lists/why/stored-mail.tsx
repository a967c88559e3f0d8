import { api } from '../../../api/browser.ts'
import { RenderedMail } from '../../editing/rendered-mail.tsx'
import { useAnswer } from '../../kit/api.tsx'
import { Time } from '../../kit/display.tsx'
import { useMe } from '../../kit/me.ts'
import { Answered, Note } from '../../kit/notes.tsx'
import { Panel } from '../../kit/page.tsx'

/** A mail of the outbox as its recipient sees it, for editors. */
export function StoredMail({ id }: { readonly id: string }) {
  const { may } = useMe()
  return may('editor') ? <Message id={id} /> : null
}

function Message({ id }: { readonly id: string }) {
  const asked = useAnswer(`message ${id}`, () => api.get('/api/admin/outbox/{id}/message', { path: { id } }))
  return (
    <Panel
      title="The email"
      description="Rendered from its data in the outbox, which is stored for 30 days. Links that act for the recipient do nothing."
    >
      <Answered of={asked} height={420}>
        {({ message }) => (
          <>
            {message.editedAt !== null && (
              <Note tone="notice">
                Its template was edited <Time at={message.editedAt} />, after this email was queued: what was sent may have read
                differently.
              </Note>
            )}
            <RenderedMail mail={message} />
          </>
        )}
      </Answered>
    </Panel>
  )
}
