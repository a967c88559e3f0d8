import { Anchor, Group, List, Stack, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { RenderedMail } from '../../editing/rendered-mail.tsx'
import { useAnswer } from '../../kit/api.tsx'
import { Soft, Time } from '../../kit/display.tsx'
import { useMe } from '../../kit/me.ts'
import { Answered, Note } from '../../kit/notes.tsx'
import { Panel } from '../../kit/page.tsx'
import { capitaliseText, formatMediumTime, formatIdentifier } from '../../kit/words.ts'

type Explanation = Answer<'get', '/api/admin/subscriptions/{id}/explanation'>

interface Props {
  /** Without a subscription and mails for a browser. */
  readonly explanation: Pick<Explanation, 'result' | 'placeName' | 'at' | 'sections'> & Partial<Explanation>
  /** What was subscribed to; by default the place. */
  readonly title?: string
}

/** The reason in one sentence, what it follows from, and the mails in question. */
export function Explained({ explanation, title }: Props) {
  const { result, subscriptionId = null, placeName, at, sections } = explanation
  const mails = explanation.mails ?? []
  return (
    <Panel title={title ?? placeName ?? 'This email'} description={<Time at={at} absolute />}>
      <Stack>
        <Note tone={toneOf(result)}>{capitaliseText(inLocalTimes(result))}.</Note>
        {mails.length > 0 && (
          <List size="sm">
            {mails.map((mail) => (
              <List.Item key={mail.id}>
                <Anchor component={Link} to={`/admin/why?mail=${mail.id}`} inherit>
                  Email of {formatMediumTime(mail.createdAt)}
                </Anchor>
                , {formatIdentifier(mail.state).toLowerCase()}
              </List.Item>
            ))}
          </List>
        )}
        <Sections sections={sections} />
        {subscriptionId !== null && (
          <Group>
            <Anchor component={Link} to={`/admin/why?subscription=${subscriptionId}`} size="sm">
              What would be decided now?
            </Anchor>
          </Group>
        )}
      </Stack>
    </Panel>
  )
}

/** The decision for one subscriber in a list. */
export function Reason({ result }: { readonly result: string }) {
  return <Soft>{capitaliseText(inLocalTimes(result))}</Soft>
}

export function Sections({ sections }: { readonly sections: Explanation['sections'] }) {
  return (
    <Stack gap="md">
      {sections.map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <Title order={3} size="h6" mb={4}>
            {title}
          </Title>
          <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
            {lines.map((line) => (
              <List.Item key={line}>{inLocalTimes(line)}</List.Item>
            ))}
          </List>
        </section>
      ))}
    </Stack>
  )
}

const toneOf = (result: string): 'good' | 'notice' => (/^(?:no |not |a (?:mail|notification) was due)/.test(result) ? 'notice' : 'good')

/** Instants as the reader’s clock shows them. */
function inLocalTimes(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g, (instant) => formatMediumTime(instant))
}

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
