import { Anchor, Button, Code, Group, Stack, Timeline, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAction, useAnswer } from '../../kit/api.tsx'
import { Facts, Soft, Status, Time, type Tone } from '../../kit/display.tsx'
import { Icon } from '../../kit/icon.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { BulkAction } from '../../kit/list/selection.tsx'
import {
  type Column,
  defineFilters,
  type Filter,
  type ListHandle,
  type ListItem,
  PERIOD,
  type SortName,
  WHOLE_ADDRESS,
} from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { Answered } from '../../kit/notes.tsx'
import { formatDuration, formatIdentifier } from '../../kit/words.ts'

const OUTBOX = '/api/admin/outbox'
type Mail = ListItem<typeof OUTBOX>

const MAIL_TONES: Readonly<Record<Mail['state'], Tone>> = {
  waiting: 'busy',
  sent: 'good',
  failed: 'bad',
  suppressed: 'notice',
  expired: 'quiet',
  withdrawn: 'quiet',
}

export const meta = buildAdminMeta('Outbox')

const COLUMNS: readonly Column<Mail, SortName<typeof OUTBOX>>[] = [
  { head: 'To', cell: ({ email }) => email },
  { head: 'Template', cell: ({ template }) => formatIdentifier(template) },
  { head: 'Status', cell: (mail) => <MailStatus {...mail} /> },
  { head: 'Attempts', cell: ({ attempts, attemptsAllowed }) => `${attempts} of ${attemptsAllowed}`, align: 'right', isMinor: true },
  { head: 'Queued', cell: ({ createdAt }) => <Time at={createdAt} />, sort: 'createdAt', isDescendingFirst: true },
  { head: 'Completed', cell: ({ settledAt }) => <Time at={settledAt} />, isMinor: true },
]
const SHARED = defineFilters<typeof OUTBOX>()(
  { name: 'state', label: 'Status', options: ['waiting', 'sent', 'failed', 'suppressed', 'expired', 'withdrawn'] },
  { name: 'kind', label: 'Kind', options: ['digest', 'alerts', 'confirmation', 'account', 'message'] },
  { kind: 'text', name: 'runId', label: 'Run or message ID' },
  ...PERIOD,
)
const WITH_ADDRESS: readonly Filter[] = [WHOLE_ADDRESS, ...SHARED]

const BULK: readonly BulkAction<Mail>[] = [
  {
    label: 'Retry sending',
    explained: 'Failed emails are queued again.',
    applies: ({ state }) => state === 'failed',
    run: ({ id }) => api.post('/api/admin/outbox/{id}/retry', { path: { id } }),
  },
]

export default function Outbox() {
  const { may } = useMe()
  return (
    <ListPage
      path={OUTBOX}
      title="Outbox"
      description="Emails waiting to be sent, and those of the last 30 days."
      columns={COLUMNS}
      filters={may('editor') ? WITH_ADDRESS : SHARED}
      search="Template or error"
      defaultSort="-createdAt"
      keyOf={({ id }) => id}
      everySeconds={20}
      bulk={may('editor') ? BULK : []}
      nameOf={({ template, email }) => `${formatIdentifier(template)} to ${email}`}
      renderDetails={(mail, list) => <MailDetails key={mail.id} mail={mail} list={list} />}
      detailsTitle={({ template, email }) => `${formatIdentifier(template)} to ${email}`}
    />
  )
}

function MailStatus({ state, heldBy, attempts, nextAttemptAt }: Pick<Mail, 'state' | 'heldBy' | 'attempts' | 'nextAttemptAt'>) {
  if (heldBy !== null) return <Status tone="bad">Held back</Status>
  return (
    <>
      <Status tone={MAIL_TONES[state]}>{formatIdentifier(state)}</Status>
      {state === 'waiting' && attempts > 0 && (
        <Soft size="xs">
          again <Time at={nextAttemptAt} absolute />
        </Soft>
      )}
    </>
  )
}

type Attempt = Answer<'get', '/api/admin/outbox/{id}'>['attempts'][number]

/** One mail with all delivery attempts; a failed one can be retried. */
function MailDetails({ mail, list }: { readonly mail: Mail; readonly list: ListHandle<Mail> }) {
  const { may } = useMe()
  const whole = useAnswer(`${mail.id} ${mail.state} ${mail.attempts}`, () => api.get('/api/admin/outbox/{id}', { path: { id: mail.id } }))
  const retry = useAction(() => api.post('/api/admin/outbox/{id}/retry', { path: { id: mail.id } }), {
    done: 'Email queued again',
    onDone: (answer) => list.replace(answer.mail),
    reload: list.reload,
  })
  const sending = useAction(() => api.post('/api/admin/outbox/send'), {
    done: 'The mail server answers; emails are on their way',
    onDone: list.reload,
  })
  return (
    <Stack>
      <Facts
        facts={{
          Status: <MailStatus {...mail} />,
          'Held back by': mail.heldBy,
          To: mail.email,
          Language: mail.lang,
          Template: (
            <Anchor component={Link} to={`/admin/email-templates/${mail.template}`} inherit>
              {mail.template}
            </Anchor>
          ),
          Queued: <Time at={mail.createdAt} absolute />,
          'Run or message ID': mail.runId === null ? null : <Code>{mail.runId}</Code>,
          'Next attempt': <Time at={mail.nextAttemptAt} absolute />,
          Expires: <Time at={mail.dropAfter} absolute />,
          Completed: <Time at={mail.settledAt} absolute />,
          'Last error': mail.lastError,
        }}
      />
      <Group>
        <Button component={Link} to={`/admin/why?mail=${mail.id}`} variant="default" leftSection={<Icon name="eye" />}>
          Show the email, and why
        </Button>
        {mail.state === 'failed' && may('editor') ? (
          <Button onClick={() => void retry.run()} loading={retry.isBusy} leftSection={<Icon name="reload" />}>
            Retry sending
          </Button>
        ) : null}
        {mail.state === 'waiting' && may('editor') ? (
          <Button onClick={() => void sending.run()} loading={sending.isBusy} leftSection={<Icon name="reload" />}>
            Send waiting emails now
          </Button>
        ) : null}
      </Group>
      <Title order={3} size="h5">
        Attempts
      </Title>
      <Answered of={whole} height={60}>
        {({ attempts }) =>
          attempts.length === 0 ? (
            <Soft>{mail.heldBy === null ? 'No attempts yet.' : 'None so far: no mail can be sent at present.'}</Soft>
          ) : (
            <Timeline bulletSize={14} lineWidth={2}>
              {attempts.map((attempt) => (
                <AttemptItem key={attempt.number} attempt={attempt} />
              ))}
            </Timeline>
          )
        }
      </Answered>
    </Stack>
  )
}

function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const took = new Date(attempt.endedAt).getTime() - new Date(attempt.startedAt).getTime()
  return (
    <Timeline.Item title={formatIdentifier(attempt.outcome)}>
      <Soft>
        <Time at={attempt.startedAt} absolute /> · {formatDuration(took)}
      </Soft>
      {attempt.response === null ? null : (
        <Code block tabIndex={0}>
          {attempt.response}
        </Code>
      )}
    </Timeline.Item>
  )
}
