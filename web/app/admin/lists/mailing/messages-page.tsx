import { Anchor, Button, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAction, useAnswer } from '../../kit/api.tsx'
import { ConfirmButton, FormModal, RED } from '../../kit/dialogs.tsx'
import { Facts, Figure, Soft, Status, Time, type Tone } from '../../kit/display.tsx'
import { useFormDialog } from '../../kit/form.ts'
import { Icon } from '../../kit/icon.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, defineFilters, type ListHandle, type ListItem, type SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { Answered } from '../../kit/notes.tsx'
import { formatCount, formatFraction, formatIdentifier } from '../../kit/words.ts'
import { TimeFields } from './draft-fields.tsx'
import { DraftsPanel } from './drafts-panel.tsx'
import { describeAudience } from './message.ts'

export const meta = buildAdminMeta('Messages')

const MESSAGES = '/api/admin/email/compose'
type Message = ListItem<typeof MESSAGES>

const TONES: Readonly<Record<Message['state'], Tone>> = { scheduled: 'notice', enqueuing: 'busy', enqueued: 'good', cancelled: 'quiet' }
const STATES: Readonly<Record<Message['state'], string>> = {
  scheduled: 'Scheduled',
  enqueuing: 'Sending',
  enqueued: 'Sent',
  cancelled: 'Stopped',
}

const COLUMNS: readonly Column<Message, SortName<typeof MESSAGES>>[] = [
  { head: 'Subject', cell: ({ subject }) => subject },
  { head: 'Status', cell: ({ state }) => <Status tone={TONES[state]}>{STATES[state]}</Status> },
  { head: 'To', cell: ({ audience }) => describeAudience(audience) },
  { head: 'Recipients', cell: ({ recipients, state }) => (state === 'scheduled' ? '–' : formatCount(recipients)), align: 'right' },
  { head: 'Sent', cell: ({ sendAt, createdAt }) => <Time at={sendAt ?? createdAt} absolute /> },
  { head: 'Written', cell: ({ createdAt }) => <Time at={createdAt} />, sort: 'createdAt', isDescendingFirst: true, isMinor: true },
]
const FILTERS = defineFilters<typeof MESSAGES>()({ name: 'state', label: 'Status', options: STATES })

/** Messages to subscribers: what waits for its time, and what came of the others. */
export default function Messages() {
  const { may } = useMe()
  return (
    <ListPage
      path={MESSAGES}
      title="Messages"
      description="What was written to subscribers in the last 90 days, and what came of it."
      columns={COLUMNS}
      filters={FILTERS}
      search="Subject"
      defaultSort="-createdAt"
      keyOf={({ id }) => id}
      everySeconds={20}
      renderActions={() =>
        may('editor') ? (
          <Button component={Link} to="/admin/compose">
            Write a message
          </Button>
        ) : null
      }
      renderAbove={() => <DraftsPanel />}
      renderDetails={(message, list) => <MessageDetails key={message.id} message={message} list={list} />}
      detailsTitle={({ subject }) => subject ?? 'Message'}
      nothing="Messages that you send or schedule appear here."
    />
  )
}

function MessageDetails({ message, list }: { readonly message: Message; readonly list: ListHandle<Message> }) {
  const { may } = useMe()
  const { id, state, sendAt, timezone } = message
  return (
    <Stack>
      <Facts
        facts={{
          Status: <Status tone={TONES[state]}>{STATES[state]}</Status>,
          To: describeAudience(message.audience),
          Time: sendAt === null ? 'at once' : <Time at={sendAt} absolute />,
          ...(timezone !== null && { 'Chosen in': timezone }),
          Written: <Time at={message.createdAt} absolute />,
          'Written by': message.createdBy,
          ID: <Code>{id}</Code>,
        }}
      />
      {state === 'scheduled' && may('editor') ? <Reschedule message={message} list={list} /> : null}
      <Contents id={id} hasReport={state !== 'scheduled' && state !== 'cancelled'} />
    </Stack>
  )
}

type Sent = Answer<'get', '/api/admin/email/compose/{id}'>

/** What came of a message, and what it says. */
function Contents({ id, hasReport }: { readonly id: string; readonly hasReport: boolean }) {
  const { may } = useMe()
  const asked = useAnswer(`report ${id}`, () => api.get('/api/admin/email/compose/{id}', { path: { id } }))
  return (
    <Answered of={asked} height={180}>
      {(sent) => (
        <>
          {hasReport && <Report id={id} {...sent} />}
          <Group justify="space-between">
            <Title order={3} size="h5">
              Text
            </Title>
            {may('editor') && (
              <Button
                component={Link}
                to={`/admin/compose?copy=${id}`}
                variant="default"
                size="xs"
                leftSection={<Icon name="copy" size={16} />}
              >
                Write a copy
              </Button>
            )}
          </Group>
          {sent.text === null ? (
            <Soft>The text is deleted 31 days after the message was sent.</Soft>
          ) : (
            <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap' }}>
              {sent.text}
            </Code>
          )}
        </>
      )}
    </Answered>
  )
}

/** Counted for a week. */
function Report({ id, report: { sent, ...others }, mails: { waiting } }: Sent & { readonly id: string }) {
  // Returned ones were sent; refused ones were not.
  const all = others.delivered + others.bounced + others.failed
  return (
    <>
      <SimpleGrid cols={{ base: 2, xs: 3 }}>
        <Figure label="Sent" value={formatCount(sent)} note={waiting === 0 ? undefined : `${formatCount(waiting)} waiting`} />
        {Object.entries(others).map(([name, value]) => (
          <Figure
            key={name}
            label={formatIdentifier(name)}
            value={formatCount(value)}
            note={all === 0 ? undefined : formatFraction(value / all)}
          />
        ))}
      </SimpleGrid>
      <Soft>
        Counted for a week. Delivered: accepted by the mail server and not returned. Bounced: refused by it, or returned. Unsubscribed: by a
        link in an email. Opens and clicks are not measured: that takes a hidden picture and rewritten links in every email, which would
        report when, where and what each person reads.
      </Soft>
      <Anchor component={Link} to={`/admin/outbox?runId=${id}`} size="sm">
        View in outbox
      </Anchor>
    </>
  )
}

function Reschedule({ message: { id, timezone }, list }: { readonly message: Message; readonly list: ListHandle<Message> }) {
  const onDone = ({ message }: { readonly message: Message }) => list.replace(message)
  const path = { id }
  const { form, open, modal } = useFormDialog(
    { initialValues: { local: '', timezone: timezone ?? 'UTC' } },
    (sendAt) => api.patch('/api/admin/email/compose/{id}', { path, body: { sendAt } }),
    { prefix: 'sendAt.', done: 'Message moved', onDone, reload: list.reload },
  )
  const cancel = useAction(() => api.patch('/api/admin/email/compose/{id}', { path, body: { cancelled: true } }), {
    done: 'Message stopped',
    onDone,
    reload: list.reload,
  })
  return (
    <Group>
      <Button variant="default" onClick={open}>
        Move
      </Button>
      <FormModal {...modal} title="Move the message" label="Move" isIncomplete={form.values.local === ''}>
        <TimeFields form={form} />
      </FormModal>
      <ConfirmButton title="Stop this message?" label="Stop message" button={RED} action={cancel}>
        <Text>Nobody gets it. You cannot undo this.</Text>
      </ConfirmButton>
    </Group>
  )
}
