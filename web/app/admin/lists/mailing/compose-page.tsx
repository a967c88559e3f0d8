import { Alert, Anchor, Button, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { UnsavedGuard } from '../../editing/save-bar.tsx'
import { useAction, useAnswer } from '../../kit/api.tsx'
import { Confirm } from '../../kit/dialogs.tsx'
import { Soft, Time } from '../../kit/display.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { Answered, FailureNote, getFieldErrors } from '../../kit/notes.tsx'
import { Page, Panel } from '../../kit/page.tsx'
import { formatCount, formatQuantity } from '../../kit/words.ts'
import { DraftFields, describeRecipients, useRecipients } from './draft-fields.tsx'
import { DRAFTS, type StoredDraft } from './drafts-panel.tsx'
import { MessagePreview } from './message-preview.tsx'
import {
  buildAudience,
  buildMessageRequest,
  type Draft,
  EMPTY_DRAFT,
  parsePlaceText,
  prepareSending,
  type Sending,
  toMessageDraft,
} from './message.ts'

export const meta = buildAdminMeta('Compose')

const PREVIEW_MS = 250

/** Writes to subscribers, now or later, or to one address; anew, from a draft (`?draft=`), or as a copy of a message (`?copy=`). */
export default function Compose() {
  const { may } = useMe()
  const [params] = useSearchParams()
  const [draft, copy] = [params.get('draft'), params.get('copy')]
  const origin = useAnswer(`compose ${draft} ${copy}`, () => loadOrigin(draft, copy))
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
      <Answered of={origin} height={600}>
        {(data) => <Composer key={`${draft} ${copy}`} origin={data} />}
      </Answered>
    </Page>
  )
}

interface Origin {
  readonly values: Draft
  /** The draft that it is; null: it is not stored yet. */
  readonly stored: StoredDraft | null
}

async function loadOrigin(draft: string | null, copy: string | null): Promise<Origin> {
  if (draft !== null) {
    const { draft: found } = await api.get(`${DRAFTS}/{id}`, { path: { id: draft } })
    return { values: toMessageDraft(found), stored: found }
  }
  if (copy === null) return { values: EMPTY_DRAFT, stored: null }
  const { message, text } = await api.get('/api/admin/email/compose/{id}', { path: { id: copy } })
  return { values: toMessageDraft({ subject: message.subject ?? '', body: text ?? '', audience: message.audience }), stored: null }
}

function Composer({ origin }: { readonly origin: Origin }) {
  const { user } = useMe()
  const [stored, setStored] = useState(origin.stored)
  const [sentId, setSentId] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const sending = useRef<Sending | null>(null)
  const summary = useAnswer('mailing', () => api.get('/api/admin/mailing-summary'))
  const form = useForm<Draft>({
    initialValues: origin.values,
    validate: {
      to: (to, { audience }) => (audience === 'one' && !/^[^\s@]+@\S+$/.test(to.trim()) ? 'Enter an email address' : null),
      types: (types, { audience }) => (audience === 'subscribers' && types.length === 0 ? 'Choose at least one' : null),
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
      const body = { ...buildMessageRequest(values), ...(stored !== null && { draft: stored.id }) }
      return api.post('/api/admin/email/compose', { body, idempotencyKey: sending.current.key })
    },
    {
      onFailure,
      onDone: ({ message }) => {
        sending.current = null
        setSentId(message.id)
        setStored(null)
        form.setInitialValues(EMPTY_DRAFT)
        form.reset()
      },
    },
  )
  const test = useAction(
    (values: Draft) => api.post('/api/admin/email/compose', { body: buildMessageRequest({ ...values, audience: 'one', to: user.email }) }),
    { done: `Test email queued for ${user.email}`, onFailure },
  )
  const saving = useAction(async (values: Draft) => ({ values, ...(await saveDraft(values, stored)) }), {
    done: 'Draft saved',
    onFailure,
    onDone({ draft: saved, values }) {
      setStored(saved)
      form.resetDirty(values)
    },
  })
  const ask = (values: Draft) => (values.audience === 'one' ? void send.run(values) : setAsking(true))
  const testSend = () => {
    if (!form.validateField('subject').hasError && !form.validateField('body').hasError) void test.run(form.values)
  }
  const recipients = useRecipients(draft)
  const isLater = form.values.audience !== 'one' && form.values.when === 'later'
  const isEmpty = recipients === 0 && !isLater

  return (
    <>
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
                <Group gap="xs">
                  <Button variant="default" loading={test.isBusy} onClick={testSend}>
                    Send test to me
                  </Button>
                  {form.values.audience === 'one' ? null : (
                    <Button
                      variant="default"
                      loading={saving.isBusy}
                      disabled={!form.isDirty()}
                      onClick={() => void saving.run(form.values)}
                    >
                      Save draft
                    </Button>
                  )}
                </Group>
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
    </>
  )
}

/** Stores what is written; a draft has no time and no single address. */
function saveDraft(values: Draft, stored: StoredDraft | null) {
  const { audience, subject, body } = {
    ...values,
    audience: values.types.length === 0 ? null : buildAudience({ ...values, audience: 'subscribers' }),
  }
  const draft = { subject: subject.trim(), body, audience }
  if (stored === null) return api.post(DRAFTS, { body: draft })
  return api.patch(`${DRAFTS}/{id}`, { path: { id: stored.id }, body: { ...draft, version: stored.version } })
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
