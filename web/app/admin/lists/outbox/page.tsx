import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, type Filter, PERIOD, type SortName, WHOLE_ADDRESS } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { Moment } from '../../kit/moment.tsx'
import { Status } from '../../kit/status.tsx'
import { titled } from '../../kit/title.ts'
import { spoken } from '../../kit/words.ts'
import { type Mail, MAIL_TONES, OUTBOX } from './mail.ts'
import { MailDetails } from './mail-details.tsx'

export const meta = titled('Outbox')

const COLUMNS: readonly Column<Mail, SortName<typeof OUTBOX>>[] = [
  { head: 'To', cell: ({ email }) => email },
  { head: 'Template', cell: ({ template }) => spoken(template) },
  { head: 'Status', cell: ({ state }) => <Status tone={MAIL_TONES[state]}>{spoken(state)}</Status> },
  { head: 'Attempts', cell: ({ attempts, attemptsAllowed }) => `${attempts} of ${attemptsAllowed}`, align: 'right', isMinor: true },
  { head: 'Queued', cell: ({ createdAt }) => <Moment at={createdAt} />, sort: 'createdAt', isDescendingFirst: true },
  { head: 'Completed', cell: ({ settledAt }) => <Moment at={settledAt} />, isMinor: true },
]
const SHARED: readonly Filter[] = [
  { name: 'state', label: 'Status', options: ['waiting', 'sent', 'failed', 'suppressed', 'expired', 'withdrawn'] },
  { name: 'kind', label: 'Kind', options: ['digest', 'alerts', 'confirmation', 'account', 'message'] },
  { kind: 'text', name: 'runId', label: 'Run or message ID' },
  ...PERIOD,
]
const WITH_ADDRESS: readonly Filter[] = [WHOLE_ADDRESS, ...SHARED]

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
      renderDetails={(mail, list) => <MailDetails key={mail.id} mail={mail} list={list} />}
      detailsTitle={({ template, email }) => `${spoken(template)} to ${email}`}
    />
  )
}
