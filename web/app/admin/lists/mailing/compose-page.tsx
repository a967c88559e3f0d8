import {
  Alert,
  Anchor,
  Button,
  Group,
  MultiSelect,
  Progress,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
  Typography,
} from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { UnsavedGuard } from '../../editing/save-bar.tsx'
import { useAction, useAnswer } from '../../kit/api.tsx'
import { Confirm } from '../../kit/dialogs.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useMe } from '../../kit/me.ts'
import { FailureNote, fieldErrors } from '../../kit/notes.tsx'
import { Page, Panel, titled } from '../../kit/page.tsx'
import { count, counted, languageName } from '../../kit/words.ts'
import { type Draft, EMPTY_DRAFT, messageOf, type Sending, sendingOf } from './message.ts'

export const meta = titled('Compose')

const PREVIEW_MS = 250

/** Writes to the newsletter's subscribers, or to one address. */
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
    },
  })
  const [draft] = useDebouncedValue(form.values, PREVIEW_MS)
  const onFailure = (failure: Parameters<typeof fieldErrors>[0]) => form.setErrors(fieldErrors(failure))
  const send = useAction(
    (values: Draft) => {
      sending.current = sendingOf(values, sending.current)
      return api.post('/api/admin/email/compose', { body: messageOf(values), idempotencyKey: sending.current.key })
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
    (values: Draft) => api.post('/api/admin/email/compose', { body: messageOf({ ...values, audience: 'one', to: user.email }) }),
    { done: `Test email queued for ${user.email}`, onFailure },
  )
  const ask = (values: Draft) => (values.audience === 'one' ? void send.run(values) : setAsking(true))
  const testSend = () => {
    if (!form.validateField('subject').hasError && !form.validateField('body').hasError) void test.run(form.values)
  }
  const subscribers = summary.data?.subscriptions.byType.newsletter ?? 0
  const reason = form.values.audience === 'one' ? null : reasonNotToSend(summary.data === undefined ? null : subscribers)

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
    <Page title="Compose" description="Send an email to all confirmed newsletter subscribers, once per address, or to a single address.">
      <UnsavedGuard isDirty={form.isDirty()} />
      {sentId === null ? null : <MessageProgress key={sentId} id={sentId} onClose={() => setSentId(null)} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Panel title="Message">
          <form onSubmit={form.onSubmit(ask)}>
            <Stack>
              <ComposeFields form={form} languages={Object.keys(summary.data?.subscriptions.byLanguage ?? {})} subscribers={subscribers} />
              <Group justify="space-between">
                <Button variant="default" loading={test.isBusy} onClick={testSend}>
                  Send test to me
                </Button>
                <Button type="submit" loading={send.isBusy} disabled={reason !== null} leftSection={<Icon name="send" />}>
                  Send message
                </Button>
              </Group>
              {reason === null ? null : (
                <Text size="sm" c="dimmed" role="status" ta="right">
                  {reason}
                </Text>
              )}
            </Stack>
          </form>
        </Panel>
        <Panel title="Preview" description="The email also has a greeting, a frame and an unsubscribe link.">
          <MessagePreview subject={draft.subject} body={draft.body} />
        </Panel>
      </SimpleGrid>
      <Confirm
        isOpen={isAsking}
        title="Send to newsletter subscribers?"
        label="Send message"
        isBusy={send.isBusy}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await send.run(form.values)
          setAsking(false)
        }}
      >
        <Text>
          {form.values.languages.length === 0
            ? `This message goes to ${counted(subscribers, 'newsletter subscriber')}.`
            : `This message goes to newsletter subscribers in these languages: ${form.values.languages.map(languageName).join(', ')}.`}{' '}
          You cannot undo this.
        </Text>
      </Confirm>
    </Page>
  )
}

/** `subscribers`: null until they have been counted. */
function reasonNotToSend(subscribers: number | null): string | null {
  if (subscribers === null) return 'Counting subscribers…'
  return subscribers === 0 ? 'The newsletter has no confirmed subscribers yet.' : null
}

interface ComposeFieldsProps {
  readonly form: UseFormReturnType<Draft>
  /** The subscribers' languages. */
  readonly languages: readonly string[]
  readonly subscribers: number
}

function ComposeFields({ form, languages, subscribers }: ComposeFieldsProps) {
  return (
    <>
      <Stack gap={6}>
        <Text id="audience" size="sm" fw={500}>
          Recipients
        </Text>
        <SegmentedControl
          aria-labelledby="audience"
          fullWidth
          data={[
            { value: 'newsletter', label: 'Newsletter subscribers' },
            { value: 'one', label: 'One address' },
          ]}
          {...form.getInputProps('audience')}
        />
      </Stack>
      {form.values.audience === 'newsletter' ? (
        <MultiSelect
          label="Languages"
          description={`${counted(subscribers, 'confirmed subscriber')}. Leave empty to include all languages.`}
          data={languages.map((value) => ({ value, label: languageName(value) }))}
          clearable
          {...form.getInputProps('languages')}
        />
      ) : (
        <TextInput label="Email address" type="email" required autoComplete="off" {...form.getInputProps('to')} />
      )}
      <TextInput label="Subject" required maxLength={200} {...form.getInputProps('subject')} />
      <Textarea
        label="Text"
        description="Markdown: **bold**, *italic*, # headings, lists, links. HTML is shown as plain text, and images are left out."
        required
        autosize
        minRows={12}
        maxRows={30}
        maxLength={50_000}
        {...form.getInputProps('body')}
      />
    </>
  )
}

/** Renders a message by the mail's own rules: HTML stays text and pictures are left out. */
function MessagePreview({ subject, body }: { readonly subject: string; readonly body: string }) {
  const [render, setRender] = useState<((text: string) => string) | null>(null)
  useEffect(() => {
    void createRenderer().then((renderer) => setRender(() => renderer))
  }, [])
  if (subject.trim() === '' && body.trim() === '') return <Text c="dimmed">Your message appears here as you write.</Text>
  return (
    <div aria-live="off">
      <Title order={3} mb="md">
        {subject}
      </Title>
      {render === null ? null : <Typography dangerouslySetInnerHTML={{ __html: render(body) }} />}
    </div>
  )
}

/** Loaded on demand, since only this page needs it. */
async function createRenderer(): Promise<(text: string) => string> {
  const { default: MarkdownIt } = await import('markdown-it')
  const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false }).disable(['image', 'table'])
  return (text) => markdown.render(text)
}

const POLL_SECONDS = 3

/** The progress of a message that was sent. */
function MessageProgress({ id, onClose }: { readonly id: string; onClose(): void }) {
  const { data, failure, reload } = useAnswer(id, () => api.get('/api/admin/email/compose/{id}', { path: { id } }), {
    everySeconds: (progress) => (isComplete(progress) ? undefined : POLL_SECONDS),
  })
  const isDone = isComplete(data)
  if (failure !== undefined) return <FailureNote failure={failure} onRetry={reload} />
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
            ? `${counted(recipients, 'email')}: ${count(data.mails.sent)} sent, ${count(data.mails.waiting)} waiting, ${count(data.mails.failed)} failed.`
            : `Adding to the outbox: ${counted(recipients, 'email')} so far.`}
        </Text>
        {recipients === 0 ? null : <Progress value={(settled / recipients) * 100} aria-label="Sending progress" />}
        <Group>
          <Anchor component={Link} to={`/admin/outbox?runId=${id}`} size="sm">
            View in outbox
          </Anchor>
        </Group>
      </Stack>
    </Alert>
  )
}

type Sent = Answer<'get', '/api/admin/email/compose/{id}'>

function isComplete(progress: Sent | undefined): boolean {
  return progress?.message.state === 'enqueued' && settledOf(progress) >= progress.message.recipients
}

function settledOf({ mails: { sent, failed, suppressed, dropped } }: Sent): number {
  return sent + failed + suppressed + dropped
}
