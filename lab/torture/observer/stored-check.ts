import type { Rig } from '../rig/rig.ts'
import type { TrafficRequest, Exchange } from '../traffic/client.ts'
import type { World } from '../traffic/people.ts'
import { gustOf } from '../traffic/subscribers.ts'
import type { Findings } from './findings.ts'
import type { Register } from './writes.ts'

interface Listed {
  readonly id: string
  readonly active: boolean
  readonly alertPrefs?: { readonly wind?: { readonly minGustKmh?: number } | null }
}

type Send = (asked: TrafficRequest) => Promise<Exchange>

/** Reads everything back through the API and from the database, and compares it with what was acknowledged. Resolves to the number of losses. */
export async function checkStored(rig: Rig, world: World, send: Send, findings: Findings): Promise<number> {
  let lost = 0
  const fail = (what: string): void => {
    lost += 1
    findings.add('no acknowledged write is lost', what)
  }
  function compare<T>(register: Register<T>, found: T): void {
    const allowed = register.allowed()
    if (!allowed.includes(found))
      fail(
        `${register.name} is ${String(found)}; acknowledged was ${String(allowed[0])}${allowed.length > 1 ? `, unanswered ${allowed.slice(1).join(', ')}` : ''}`,
      )
  }

  for (const person of world.people) {
    const { answer } = await send({ path: `/api/subscriptions?clientId=${person.clientId}`, from: person.address, person: person.name })
    if (answer?.status !== 200) {
      fail(`the subscriptions of ${person.name} cannot be read: ${answer?.status} ${answer?.text.slice(0, 100)}`)
      continue
    }
    const listed = new Map((answer.json.subscriptions as Listed[]).map((each) => [each.id, each]))
    const rows = await rig.query<{ id: string; email: string }>('select id, email from subscription where email like $1', [
      `${person.name}.%`,
    ])
    const idByEmail = new Map(rows.map(({ id, email }) => [email, id]))
    for (const one of person.subscriptions) {
      const shown = listed.get(idByEmail.get(one.email) ?? '')
      compare(one.active, shown?.active === true)
      // A subscription that has ended may keep its preferences or lose them.
      if (shown?.active === true && one.type === 'city_alerts') compare(one.gust, gustOf(shown))
    }
  }

  const [setting] = await rig.query<{ overrides: Record<string, unknown> }>('select overrides from setting')
  compare(world.office.siteName, (setting?.overrides['siteName'] as string | undefined) ?? null)
  const [template] = await rig.query<{ subject: string }>(`select subject from email_template where id = 'weekly-digest'`)
  compare(world.office.subject, template?.subject ?? null)
  if (world.office.about.hasWrites()) {
    const { answer } = await send({ path: '/api/pages/about?lang=en', from: '192.0.2.1' })
    compare(world.office.about, /mark\d+/.exec(answer?.text ?? '')?.[0] ?? null)
  }
  for (const [email, { exists, name }] of world.office.users) {
    const [row] = await rig.query<{ display_name: string }>('select display_name from admin_user where email = $1', [email])
    compare(exists, row !== undefined)
    if (row !== undefined) compare(name, row.display_name)
  }
  const reports = await rig.query<{ id: string }>('select id from inaccurate_report')
  const reported = new Set(reports.map(({ id }) => id))
  for (const id of world.reports) if (!reported.has(id)) fail(`report ${id}`)
  for (const cookie of world.office.endedSessions) {
    const { answer } = await send({ path: '/api/admin/me', headers: { cookie }, from: '192.0.2.11', isBackOffice: true })
    if (answer?.status !== 401) fail(`a session that was ended answers ${answer?.status}`)
  }
  for (const { id, recipients } of world.office.messages) {
    const [message] = await rig.query<{ finished_at: Date | null }>('select finished_at from composed_message where id = $1', [id])
    const mails = await rig.query('select from mail_outbox where run_id = $1', [id])
    if (message === undefined) fail(`message ${id}`)
    else if (recipients > mails.length) fail(`the mail of message ${id}`)
  }
  return lost
}
