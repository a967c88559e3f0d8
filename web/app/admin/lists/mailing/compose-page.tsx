import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { api } from '../../../api/browser.ts'
import { UnsavedGuard } from '../../editing/unsaved-guard.tsx'
import { useAction } from '../../kit/action.tsx'
import { useAnswer } from '../../kit/answer.ts'
import { Confirm } from '../../kit/confirm.tsx'
import { fieldErrors } from '../../kit/failure.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useMe } from '../../kit/me.ts'
import { Page } from '../../kit/page.tsx'
import { Panel } from '../../kit/panel.tsx'
import { titled } from '../../kit/title.ts'
import { counted, languageName } from '../../kit/words.ts'
import { ComposeFields } from './compose-fields.tsx'
import { type Draft, EMPTY_DRAFT, messageOf, type Sending, sendingOf } from './message.ts'
import { MessagePreview } from './message-preview.tsx'
import { MessageProgress } from './message-progress.tsx'

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
