import { Anchor, Button, Group, List, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../../kit/api.tsx'
import { EmptyState, Time } from '../../kit/display.tsx'
import { Answered } from '../../kit/notes.tsx'
import { Panel } from '../../kit/page.tsx'
import { formatIdentifier } from '../../kit/words.ts'
import { SUBSCRIPTIONS, type Subscription, TYPES } from '../subscriptions/subscription.ts'
import { Explained } from './explained.tsx'

/** More of one address are in the list of subscriptions. */
const MAX_SUBSCRIPTIONS = 10
const MAX_MAILS = 10

/** Asks for an address, for editors: others cannot see addresses. */
export function AddressForm({ email, onAsk }: { readonly email: string; onAsk(email: string): void }) {
  const [text, setText] = useState(email)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    onAsk(text.trim())
  }
  return (
    <form onSubmit={ask}>
      <Group align="flex-end" gap="sm">
        <TextInput
          type="email"
          label="Email address"
          description="The whole address"
          required
          maxLength={254}
          autoComplete="off"
          flex="1 1 16rem"
          maw="26rem"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">Explain</Button>
      </Group>
    </form>
  )
}

/** Everything that an address subscribed to, each with what would be decided now, and its latest emails. */
export function OfAddress({ email }: { readonly email: string }) {
  const found = useAnswer(`why ${email}`, async () => {
    const [subscriptions, mails, suppressions] = await Promise.all([
      api.get(SUBSCRIPTIONS, { query: { email, limit: MAX_SUBSCRIPTIONS } }),
      api.get('/api/admin/outbox', { query: { email, limit: MAX_MAILS } }),
      api.get('/api/admin/suppressions', { query: { email, limit: 1 } }),
    ])
    return { subscriptions, mails, suppression: suppressions.items[0] }
  })
  return (
    <Answered of={found} height={320}>
      {({ subscriptions, mails, suppression }) => (
        <>
          <Panel title={email} description="Its emails of the last 30 days, newest first; each leads to why it was written">
            {suppression !== undefined && (
              <p>
                The address is{' '}
                <Anchor component={Link} to={`/admin/suppressions?${new URLSearchParams({ email }).toString()}`} inherit underline="always">
                  suppressed
                </Anchor>{' '}
                since <Time at={suppression.since} absolute /> ({formatIdentifier(suppression.reason).toLowerCase()}): it gets no email.
              </p>
            )}
            <LatestMails mails={mails.items} />
          </Panel>
          {subscriptions.items.map((subscription) => (
            <OfRow key={subscription.id} subscription={subscription} />
          ))}
          {subscriptions.items.length === 0 && (
            <Panel>
              <EmptyState title="Nothing is subscribed to with this address">
                Subscriptions that ended are deleted after 30 days. A typing error makes another address.
              </EmptyState>
            </Panel>
          )}
        </>
      )}
    </Answered>
  )
}

type Mail = Answer<'get', '/api/admin/outbox'>['items'][number]

function LatestMails({ mails }: { readonly mails: readonly Mail[] }) {
  if (mails.length === 0) return <EmptyState icon="mail" title="No email was written to this address in the last 30 days" />
  return (
    <List size="sm">
      {mails.map(({ id, template, createdAt, state }) => (
        <List.Item key={id}>
          <Anchor component={Link} to={`/admin/why?mail=${id}`} inherit>
            {formatIdentifier(template)}, <Time at={createdAt} absolute />
          </Anchor>
          , {formatIdentifier(state).toLowerCase()}
        </List.Item>
      ))}
    </List>
  )
}

function OfRow({ subscription: { id, type, cityName } }: { readonly subscription: Subscription }) {
  const explained = useAnswer(`why ${id} now`, () => api.get('/api/admin/subscriptions/{id}/explanation', { path: { id } }))
  return (
    <Answered of={explained} height={160}>
      {(data) => <Explained explanation={data} title={[TYPES[type], cityName].filter((each) => each !== null).join(': ')} />}
    </Answered>
  )
}
