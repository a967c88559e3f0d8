import { Alert, Anchor, Button, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { UnsavedGuard } from '../../editing/save-bar.tsx'
import { useAction, useAnswer } from '../../kit/api.tsx'
import { Confirm } from '../../kit/dialogs.tsx'
import { Soft, Time } from '../../kit/display.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useMe } from '../../kit/me.ts'
import { FailureNote, getFieldErrors } from '../../kit/notes.tsx'
import { Page, Panel, buildAdminMeta } from '../../kit/page.tsx'
import { formatCount, formatQuantity } from '../../kit/words.ts'
import { DraftFields, describeRecipients, useRecipients } from './draft-fields.tsx'
import { MessagePreview } from './message-preview.tsx'
import { type Draft, EMPTY_DRAFT, buildMessageRequest, parsePlaceText, type Sending, prepareSending } from './message.ts'

export const meta = buildAdminMeta('Compose')

const PREVIEW_MS = 250

/** Writes to subscribers, now or later, or to one address. */
export default function Compose() {
  const { user, may } = useMe()
  const [sentId, setSentId] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const sending = useRef<Sending | null>(null)
  const summary = useAnswer('mailing', () => api.get('/api/admin/mailing-summary'))
  const form = useForm<Draft>({
    initialValues: EMPTY_DRAFT,
    validate: {
      to: (to, { audience }) => (audience === 'one' && !/^[^\s@]+@\S+$/.test(to.trim()) ? 'Enter an email address' : null),
      subject: (subject) => (subject.trim() === '' ? 'Enter a subject' : null),
      body: (body) => (body.trim() === '' ? 'Enter a text' : null),
      place: (place) => (place.trim() === '' || parsePlaceText(place) !== null ? null : 'Choose a place, or enter its coordinates'),
      local: (local, { audience, when }) => (audience !== 'one' && when === 'later' && local === '' ? 'Enter date and time' : null),
    },
  })
  const [draft] = useDebouncedValue(form.values, PREVIEW_MS)
  const onFailure = (failure: Parameters<typeof getFieldErrors>[0]) =>
    form.setErrors(Object.fromEntries(Object.entries(getFieldErrors(failure)).map(([path, text]) => [path.replace('sendAt.', ''), text])))
  const send = useAction(
    (values: Draft) => {
      sending.current = prepareSending(values, sending.current)
      return api.post('/api/admin/email/compose', { body: buildMessageRequest(values), idempotencyKey: sending.current.key })
    },
    {
      onFailure,
      onDone: ({ message }) => {
        sending.current = null
        setSentId(message.id)
        form.reset()
      },
    },
  )
  const test = useAction(
    (values: Draft) => api.post('/api/admin/email/compose', { body: buildMessageRequest({ ...values, audience: 'one', to: user.email }) }),
    { done: `Test email queued for ${user.email}`, onFailure },
  )
  const ask = (values: Draft) => (values.audience === 'one' ? void send.run(values) : setAsking(true))
  const testSend = () => {
    if (!form.validateField('subject').hasError && !form.validateField('body').hasError) void test.run(form.values)
  }
  const recipients = useRecipients(draft)
  const isLater = form.values.audience !== 'one' && form.values.when === 'later'
  const isEmpty = recipients === 0 && !isLater

  if (!may('editor')) {
    return (
      <Page title="Compose">
        <Alert color="orange" icon={<Icon name="warning" />}>
          Only editors and owners can send messages.
        </Alert>
      </Page>
    )
  }
  return (
    <Page title="Compose" description="An email to confirmed subscribers, once per address, or to a single address.">
      <UnsavedGuard isDirty={form.isDirty()} />
      {sentId === null ? null : <MessageProgress key={sentId} id={sentId} onClose={() => setSentId(null)} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Panel title="Message">
          <form onSubmit={form.onSubmit(ask)}>
            <Stack>
              <DraftFields form={form} languages={Object.keys(summary.data?.subscriptions.byLanguage ?? {})} />
              {form.values.audience === 'one' ? null : (
                <Soft role="status">{recipients === undefined ? 'Counting recipients…' : describeRecipients(recipients)}</Soft>
              )}
              <Group justify="space-between">
                <Button variant="default" loading={test.isBusy} onClick={testSend}>
                  Send test to me
                </Button>
                <Button
                  type="submit"
                  loading={send.isBusy}
                  disabled={recipients === undefined || isEmpty}
                  leftSection={<Icon name="send" />}
                >
                  {isLater ? 'Schedule message' : 'Send message'}
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
        <Panel title="Preview" description="As its readers get it.">
          <MessagePreview draft={draft} />
        </Panel>
      </SimpleGrid>
      <Confirm
        isOpen={isAsking}
        title={isLater ? 'Schedule this message?' : 'Send this message?'}
        label={isLater ? 'Schedule message' : 'Send message'}
        isBusy={send.isBusy}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await send.run(form.values)
          setAsking(false)
        }}
      >
        <Text>
          {describeRecipients(recipients ?? 0)}{' '}
          {isLater
            ? `It is sent ${form.values.local.replace('T', ' at ')}, ${form.values.timezone}. Until then you can move or cancel it.`
            : 'You cannot undo this.'}
        </Text>
      </Confirm>
    </Page>
  )
}

const POLL_SECONDS = 3

/** The progress of a message that was sent. */
function MessageProgress({ id, onClose }: { readonly id: string; onClose(): void }) {
  const { data, failure, reload } = useAnswer(id, () => api.get('/api/admin/email/compose/{id}', { path: { id } }), {
    everySeconds: (progress) => (isComplete(progress) ? undefined : POLL_SECONDS),
  })
  const isDone = isComplete(data)
  if (failure !== undefined) return <FailureNote failure={failure} onRetry={reload} />
  if (data?.message.state === 'scheduled')
    return (
      <Alert color="blue" icon={<Icon name="clock" />} title="Message scheduled" withCloseButton onClose={onClose} closeButtonLabel="Close">
        It is sent <Time at={data.message.sendAt} absolute />. Move or cancel it under{' '}
        <Anchor component={Link} to="/admin/messages" inherit>
          messages
        </Anchor>
        .
      </Alert>
    )
  const recipients = data?.message.recipients ?? 0
  const settled = data === undefined ? 0 : settledOf(data)
  return (
    <Alert
      color={isDone ? 'green' : 'blue'}
      icon={<Icon name={isDone ? 'check' : 'send'} />}
      title={isDone ? 'Message processed' : 'Sending message'}
      withCloseButton
      onClose={onClose}
      closeButtonLabel="Close"
    >
      <Stack gap="xs">
        <Text size="sm" role="status">
          {data?.message.state === 'enqueued'
            ? `${formatQuantity(recipients, 'email')}: ${formatCount(data.mails.sent)} sent, ${formatCount(data.mails.waiting)} waiting, ${formatCount(data.mails.failed)} failed.`
            : `Adding to the outbox: ${formatQuantity(recipients, 'email')} so far.`}
        </Text>
        {recipients === 0 ? null : <Progress value={(settled / recipients) * 100} aria-label="Sending progress" />}
        <Group>
          <Anchor component={Link} to={`/admin/outbox?runId=${id}`} size="sm">
            View in outbox
          </Anchor>
          {data === undefined || data.message.audience === null ? null : (
            <Anchor component={Link} to={`/admin/messages?open=${id}`} size="sm">
              View the report
            </Anchor>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}

type Sent = Answer<'get', '/api/admin/email/compose/{id}'>

function isComplete(progress: Sent | undefined): boolean {
  return (
    progress?.message.state === 'scheduled' ||
    (progress?.message.state === 'enqueued' && settledOf(progress) >= progress.message.recipients)
  )
}

function settledOf({ mails: { sent, failed, suppressed, dropped } }: Sent): number {
  return sent + failed + suppressed + dropped
}
