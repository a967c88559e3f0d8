import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../../kit/api.tsx'
import { EmptyState, Soft, Time } from '../../kit/display.tsx'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { Answered } from '../../kit/notes.tsx'
import { Page, Panel } from '../../kit/page.tsx'
import { useAddressParams } from '../../kit/params.ts'
import { findLocalInstant, OFFICE_ZONE } from '../../kit/zone.ts'
import { Explained, Reason, Sections, StoredMail } from './explained.tsx'
import { AddressForm, OfAddress } from './of-address.tsx'

export const meta = buildAdminMeta('Why was this sent?')

/** Why something was sent or not: for an address (`?email=`), a subscription (`?subscription=`), a mail (`?mail=`), a browser (`?device=`), or at a place (`?lat=&lon=`). */
export default function Why() {
  const [params, setParams] = useSearchParams()
  const isEditor = useMe().may('editor')
  const email = params.get('email')
  const mail = params.get('mail')
  const subscription = params.get('subscription')
  const device = params.get('device')
  const [lat, lon] = [params.get('lat'), params.get('lon')]
  const at = params.get('at')
  return (
    <Page
      title="Why was this sent?"
      description="The decisions of the alert and digest jobs, with their reasons. Looking at them calls no provider and sends nothing."
    >
      {mail !== null ? (
        <OfMail key={mail} id={mail} />
      ) : subscription !== null ? (
        <OfSubscription key={`${subscription} ${at}`} id={subscription} at={at} />
      ) : device !== null ? (
        <OfDevice key={`${device} ${at}`} id={device} at={at} />
      ) : lat !== null && lon !== null ? (
        <OfPlace key={`${lat} ${lon} ${at}`} lat={Number(lat)} lon={Number(lon)} at={at} />
      ) : (
        <>
          {isEditor && (
            <Panel title="Of an address" description="What its subscriber asked for, what was sent, and what would be decided now">
              <AddressForm key={email} email={email ?? ''} onAsk={(asked) => setParams({ email: asked })} />
            </Panel>
          )}
          {isEditor && email !== null ? <OfAddress key={email} email={email} /> : <Elsewhere />}
        </>
      )}
    </Page>
  )
}

function Elsewhere() {
  return (
    <Panel>
      <EmptyState title="Or begin elsewhere">
        Open a row of the{' '}
        <Anchor {...linkTo('/admin/subscriptions')} underline="always">
          subscriptions
        </Anchor>
        , the{' '}
        <Anchor {...linkTo('/admin/outbox')} underline="always">
          outbox
        </Anchor>{' '}
        or the{' '}
        <Anchor {...linkTo('/admin/locations')} underline="always">
          locations
        </Anchor>
        , and follow its link.
      </EmptyState>
    </Panel>
  )
}

const linkTo = (to: string) => ({ component: Link, to, inherit: true }) as const

function OfSubscription({ id, at }: { readonly id: string; readonly at: string | null }) {
  const explained = useAnswer(`why ${id} ${at}`, () =>
    api.get('/api/admin/subscriptions/{id}/explanation', { path: { id }, query: at === null ? {} : { at } }),
  )
  return (
    <>
      <AsOf at={at} />
      <Answered of={explained} height={320}>
        {(data) => <Explained explanation={data} />}
      </Answered>
    </>
  )
}

function OfDevice({ id, at }: { readonly id: string; readonly at: string | null }) {
  const explained = useAnswer(`why device ${id} ${at}`, () =>
    api.get('/api/admin/push-devices/{id}/explanation', { path: { id }, query: at === null ? {} : { at } }),
  )
  return (
    <>
      <AsOf at={at} />
      <Answered of={explained} height={320}>
        {({ places }) => places.map((place) => <Explained key={place.id} explanation={place} />)}
      </Answered>
    </>
  )
}

function OfMail({ id }: { readonly id: string }) {
  const explained = useAnswer(`why mail ${id}`, () => api.get('/api/admin/outbox/{id}/explanation', { path: { id } }))
  return (
    <>
      <Answered of={explained} height={320}>
        {(data) => <Explained explanation={data} />}
      </Answered>
      {explained.failure === undefined && <StoredMail id={id} />}
    </>
  )
}

function OfPlace({ lat, lon, at }: { readonly lat: number; readonly lon: number; readonly at: string | null }) {
  const explained = useAnswer(`why ${lat} ${lon} ${at}`, () =>
    api.get('/api/admin/alert-explanations', { query: { lat, lon, ...(at === null ? {} : { at }) } }),
  )
  return (
    <>
      <AsOf at={at} />
      <Answered of={explained} height={320}>
        {(data) => (
          <>
            <Panel title="Subscribers" description="Everyone who asked for alerts here, at most 50, with the decision for each.">
              {data.subscriptions.length === 0 ? (
                <EmptyState title="Nobody asked for alerts here" />
              ) : (
                <Stack gap="sm">
                  {data.subscriptions.map((each) => (
                    <div key={each.subscriptionId}>
                      <Anchor component={Link} to={addressOf({ subscription: each.subscriptionId ?? '', ...(at === null ? {} : { at }) })}>
                        {each.email}
                      </Anchor>
                      <Reason result={each.result} />
                    </div>
                  ))}
                </Stack>
              )}
            </Panel>
            <Panel title="What is known of the place">
              <Sections sections={data.sections} />
            </Panel>
          </>
        )}
      </Answered>
    </>
  )
}

const addressOf = (query: Readonly<Record<string, string>>): string => `/admin/why?${new URLSearchParams(query).toString()}`

/** Chooses the time to explain: now, or a run of the last three days. */
function AsOf({ at }: { readonly at: string | null }) {
  const [, changeParams] = useAddressParams()
  const [draft, setDraft] = useState('')
  const show = (instant: string | null) => changeParams({ at: instant })
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const asked = findLocalInstant(draft)
    if (!Number.isNaN(asked)) show(new Date(asked).toISOString())
  }
  return (
    <Panel>
      <form onSubmit={ask}>
        <Group align="flex-end" gap="sm">
          <TextInput
            type="datetime-local"
            label="Explain an earlier time"
            description={`In the time zone ${OFFICE_ZONE}; runs are stored for three days`}
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={draft === ''}>
            Explain
          </Button>
          {at !== null && (
            <Button variant="subtle" onClick={() => show(null)}>
              Back to now
            </Button>
          )}
        </Group>
        <Soft mt="sm">
          {at === null ? (
            'Shown: what would be decided now.'
          ) : (
            <>
              Shown: the last run before <Time at={at} absolute />.
            </>
          )}
        </Soft>
      </form>
    </Panel>
  )
}
