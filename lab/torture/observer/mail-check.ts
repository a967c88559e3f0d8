import type { Rig } from '../rig/rig.ts'
import { ADDRESSES, type World } from '../traffic/people.ts'
import type { Findings } from './findings.ts'

export interface MailFigures {
  readonly decided: number
  readonly sent: number
  readonly lost: number
  readonly repeated: number
  readonly otherwise: number
}

interface Row {
  readonly id: string
  readonly address: string
  readonly state: string
  readonly template: string
  readonly last_error: string | null
}

/** The mail that each connection had in flight when its process or the database was killed may come once more. */
const CONNECTIONS = 5

/** No mail is lost, none is repeated without a reason, and none names somebody else. */
export async function checkMails(rig: Rig, world: World, findings: Findings): Promise<MailFigures> {
  const rows = await rig.query<Row>('select id, address, state, template, last_error from mail_outbox')
  const mails = rig.smtp.mails()
  const byId = Map.groupBy(mails, ({ messageId }) => messageId.replace(/^<|@.*$/g, ''))
  const known = new Map(rows.map((row) => [row.id, row]))
  let [lost, repeated] = [0, 0]

  for (const row of rows) {
    const received = byId.get(row.id) ?? []
    if (row.state === 'sent' && received.length === 0) {
      lost += 1
      findings.add('no mail is lost', `${row.template} to ${row.address} (${row.id}) is marked as sent; the mail server never received it`)
    }
    if (row.state === 'waiting')
      findings.add(
        'nothing waits that is due',
        `${row.template} to ${row.address} (${row.id}) still waits: ${row.last_error ?? 'never tried'}`,
      )
  }
  for (const [id, received] of byId) {
    if (!known.has(id))
      findings.add('every mail was decided', `the mail server received ${id} for ${received[0]?.to}, which the outbox does not know`)
    // A mail whose acceptance the sender did not learn of is rightly sent again.
    const heard = received.filter(({ confirmed }) => confirmed).length
    repeated += Math.max(0, heard - 1)
  }
  const breaks = rig.disturbances.count(/service (kill|term|stall)|database|network|disk|smtp (late|hang)|clock/)
  if (repeated > breaks * CONNECTIONS)
    findings.add(
      'at most one repeat for each kill',
      `${repeated} mails came again; ${breaks} faults explain at most ${breaks * CONNECTIONS}`,
    )
  for (const { to, raw } of mails) {
    const reader = to.split('.')[0]
    for (const [address, owner] of raw.matchAll(ADDRESSES))
      if (owner !== reader) findings.add("nobody sees what is others'", `the mail to ${to} names ${address}`)
  }
  checkDue(rows, world, findings)
  const sent = rows.filter(({ state }) => state === 'sent').length
  return { decided: rows.length, sent, lost, repeated, otherwise: rows.length - sent }
}

/** Every acknowledged address received its confirmation, or there is a known reason why not. */
function checkDue(rows: readonly Row[], world: World, findings: Findings): void {
  const confirmations = new Set(rows.filter(({ template }) => template === 'confirm-subscription').map(({ address }) => address))
  for (const [address, how] of world.subscribedAddresses)
    if (how === 'acknowledged' && !confirmations.has(address))
      findings.add('no mail is lost', `${address} subscribed, and no confirmation was ever decided`)
  const byId = new Set(rows.map(({ id }) => id))
  for (const id of world.office.testMails) if (!byId.has(id)) findings.add('no acknowledged write is lost', `test mail ${id}`)
}
