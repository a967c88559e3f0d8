import { Button, Group, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAction, useAnswer } from '../../kit/api.tsx'
import { CopyField } from '../../kit/display.tsx'
import { useApiForm } from '../../kit/form.ts'
import { useMe } from '../../kit/me.ts'
import { FailureNote, FormFailure, Note } from '../../kit/notes.tsx'
import { Panel } from '../../kit/page.tsx'
import { formatQuantity } from '../../kit/words.ts'

type Notices = Answer<'get', '/api/admin/notices'>

/** Who is notified of troubles, by mail and by webhook. */
export function NoticesPanel() {
  const { data, failure, reload, set } = useAnswer('notices', () => api.get('/api/admin/notices'))
  const mayChange = useMe().may('owner')
  return (
    <Panel
      title="Notices"
      description="Sent once when a trouble has lasted long enough, and once when it is over; over all nodes, also after a restart."
    >
      <FailureNote failure={failure} onRetry={reload} />
      {data !== undefined &&
        (mayChange ? (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
            <MailPart notices={data} onDone={reload} />
            <WebhookPart notices={data} onDone={set} />
          </SimpleGrid>
        ) : (
          <p>
            After {formatQuantity(data.afterMinutes, 'minute')}: {data.addresses.join(', ') || 'nobody by mail'};{' '}
            {data.webhook?.url ?? 'nobody by webhook'}
          </p>
        ))}
    </Panel>
  )
}

function MailPart({ notices: { addresses, areOwners, afterMinutes }, onDone }: { readonly notices: Notices; onDone(): unknown }) {
  const { field, isBusy, failure, onSubmit } = useApiForm(
    { initialValues: { noticeAddresses: areOwners ? '' : addresses.join(', ') || 'none', noticeAfterMinutes: afterMinutes } },
    ({ noticeAddresses, noticeAfterMinutes }) =>
      api.patch('/api/admin/config', { body: { noticeAddresses: noticeAddresses.trim() || null, noticeAfterMinutes } }),
    { done: 'Saved', onDone, isQuiet: true },
  )
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput
          label="Email addresses"
          description={`Separated by commas. Empty: the owners${areOwners ? ` (${addresses.join(', ')})` : ''}; none: nobody`}
          autoComplete="off"
          {...field('noticeAddresses')}
        />
        <NumberInput label="Minutes a trouble must last" min={1} max={1_440} allowDecimal={false} {...field('noticeAfterMinutes')} />
        <Group>
          <Button type="submit" loading={isBusy}>
            Save
          </Button>
          <TestButton by="mail" isPossible={addresses.length > 0} />
        </Group>
      </Stack>
    </form>
  )
}

function WebhookPart({ notices: { webhook }, onDone }: { readonly notices: Notices; onDone(notices: Notices): unknown }) {
  const [secret, setSecret] = useState<string | undefined>()
  const { field, isBusy, failure, onSubmit } = useApiForm(
    { initialValues: { url: webhook?.url ?? '' } },
    ({ url }) => api.patch('/api/admin/notices/webhook', { body: { url: url.trim() || null } }),
    {
      done: 'Saved',
      isQuiet: true,
      onDone(answer) {
        setSecret(answer.secret)
        return onDone(answer)
      },
    },
  )
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <FormFailure failure={failure} />
        {webhook?.isOn === false && (
          <Note tone="bad" title="It is switched off">
            Its receiver is gone, or refused everything for days. Save it again to switch it on.
          </Note>
        )}
        <TextInput
          label="Webhook"
          type="url"
          description="An https address; signed as Standard Webhooks says. Saving makes a new secret."
          autoComplete="off"
          {...field('url')}
        />
        {secret !== undefined && <CopyField label="Secret" value={secret} description="Shown only now: for checking the signatures" />}
        <Group>
          <Button type="submit" loading={isBusy}>
            Save webhook
          </Button>
          <TestButton by="webhook" isPossible={webhook?.isOn === true} />
        </Group>
      </Stack>
    </form>
  )
}

interface TestProps {
  readonly by: 'mail' | 'webhook'
  readonly isPossible: boolean
  readonly size?: 'xs'
}

export function TestButton({ by, isPossible, size }: TestProps) {
  const test = useAction(() => api.post('/api/admin/notices/test', { body: { by } }), {
    done: ({ sent }) => `${formatQuantity(sent, 'test')} on the way: see the ${by === 'mail' ? 'outbox' : 'webhook deliveries'}`,
  })
  return (
    <Button variant="default" {...(size && { size })} loading={test.isBusy} disabled={!isPossible} onClick={() => void test.run()}>
      Send a test {by}
    </Button>
  )
}
