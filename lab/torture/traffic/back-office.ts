import { createRegister, type Register, settleBy } from '../observer/writes.ts'
import { OWNER_EMAIL, SECRETS } from '../rig/rig.ts'
import type { TrafficRequest, Exchange } from './client.ts'
import type { Doing, Operate } from './operation.ts'

const FROM = '192.0.2.10'

export const logIn: Operate = async ({ send, world }) => {
  const body = { email: OWNER_EMAIL, password: SECRETS.ownerPassword }
  const { answer } = await send({ path: '/api/auth/login', body, from: FROM, isBackOffice: true })
  if (answer?.status === 200) world.office.cookie = cookieIn(answer.headers['set-cookie'])
}

function cookieIn(header: string | string[] | undefined): string | null {
  const value = /service_admin_session=([^;]+)/.exec([header].flat().join('\n'))?.[1]
  return value === undefined ? null : `service_admin_session=${value}`
}

/** Sends a request as a signed-in user; undefined if signing in is not possible now. */
async function office(doing: Doing, asked: Omit<TrafficRequest, 'from'>): Promise<Exchange | undefined> {
  if (doing.world.office.cookie === null) await logIn(doing)
  const { cookie } = doing.world.office
  if (cookie === null) return undefined
  return await doing.send({ ...asked, from: FROM, isBackOffice: true, headers: { ...asked.headers, cookie } })
}

export const logOut: Operate = async (doing) => {
  const { cookie } = doing.world.office
  if (cookie === null) return logIn(doing)
  doing.world.office.cookie = null
  const { answer } = await doing.send({ method: 'POST', path: '/api/auth/logout', headers: { cookie }, from: FROM, isBackOffice: true })
  if (answer?.status === 200) {
    doing.world.office.endedSessions.push(cookie)
    doing.world.writes.acknowledged += 1
  } else doing.world.writes.unanswered += 1
}

const LISTS = [
  'users',
  'audit',
  'checks',
  'locations',
  'reports',
  'analytics',
  'jobs',
  'subscriptions',
  'outbox',
  'suppressions',
  'email-templates',
  'cms-pages',
  'me',
  'sessions',
  'connections',
  'weather-provider-key',
  'email-key',
  'config',
  'usage',
  'mailing-summary',
  'adprogram/report',
] as const

export const adminRead: Operate = (doing) => office(doing, { path: `/api/admin/${doing.random.pick(LISTS)}` })

export const adminPage: Operate = (doing) =>
  office(doing, { path: doing.random.pick(['/admin', '/admin/settings', '/admin/users', '/login']), headers: { accept: 'text/html' } })

/** Writes a value that the register must then have. */
async function write(doing: Doing, register: Register<string | null>, value: string, asked: Omit<TrafficRequest, 'from'>): Promise<void> {
  const attempt = register.attempt(value)
  const sent = await office(doing, { method: 'PATCH', ...asked })
  if (sent === undefined) return attempt.refuse()
  settleBy(attempt, sent.answer?.status ?? null)
}

export const changeSettings: Operate = (doing) => {
  const siteName = `Site ${doing.random.between(1, 9_999)}`
  return write(doing, doing.world.office.siteName, siteName, { path: '/api/admin/config', body: { siteName } })
}

export const changeTemplate: Operate = (doing) => {
  const subject = `{{ subject }} ${doing.random.between(1, 9_999)}`
  return write(doing, doing.world.office.subject, subject, {
    path: '/api/admin/email-templates',
    body: { id: 'weekly-digest', subject },
  })
}

export const changePage: Operate = (doing) => {
  const mark = `mark${doing.random.between(1, 9_999)}`
  const body = { slug: 'about', lang: 'en', title: 'About', body: `We show the **weather**. ${mark}`, action: 'publish' }
  return write(doing, doing.world.office.about, mark, { path: '/api/admin/cms-pages', body })
}

export const newUser: Operate = async (doing) => {
  const { world, random } = doing
  const email = `user${world.office.users.size}-${random.between(1, 99_999)}@operator.example`
  const user = {
    id: null as string | null,
    exists: createRegister(`user ${email}`, false, world.writes),
    name: createRegister(`name of user ${email}`, 'New', world.writes),
  }
  world.office.users.set(email, user)
  const attempt = user.exists.attempt(true)
  const body = { email, displayName: 'New', role: 'viewer', password: `a long passphrase ${random.between(1, 99_999)}` }
  const sent = await office(doing, { path: '/api/admin/users', body })
  if (sent === undefined) return attempt.refuse()
  if (settleBy(attempt, sent.answer?.status ?? null)) user.id = String(sent.answer?.json?.user?.id)
}

export const changeUser: Operate = (doing) => {
  const known = [...doing.world.office.users.values()].filter(({ id }) => id !== null)
  if (known.length === 0) return newUser(doing)
  const { id, name } = doing.random.pick(known)
  const displayName = `Name ${doing.random.between(1, 9_999)}`
  return write(doing, name, displayName, { path: `/api/admin/users/${id}`, body: { displayName } })
}

export const composeMessage: Operate = async (doing) => {
  const { random, world } = doing
  const number = random.between(1, 99_999)
  const toAll = random.next() < 0.5
  const to = toAll ? { audience: { type: 'newsletter' } } : { to: `somebody${number}@operator.example` }
  const sent = await office(doing, {
    path: '/api/admin/email/compose',
    body: { ...to, subject: `News ${number}`, body: 'There are **news**.' },
  })
  const { answer } = sent ?? {}
  if (answer?.status === 202) {
    world.writes.acknowledged += 1
    world.office.messages.push({ id: String(answer.json?.message?.id), recipients: toAll ? 0 : 1 })
  }
}

export const testMail: Operate = async (doing) => {
  const body = { to: 'tester@operator.example', template: 'weekly-digest' }
  const { answer } = (await office(doing, { path: '/api/admin/email/test', body })) ?? {}
  if (answer?.status === 202) {
    doing.world.writes.acknowledged += 1
    doing.world.office.testMails.push(String(answer.json?.mail?.id))
  }
}

const JOBS = ['weekly-digests', 'weather-alerts'] as const

export const runJob: Operate = (doing) =>
  office(doing, { path: '/api/admin/jobs', body: { job: doing.random.pick(JOBS), dryRun: doing.random.next() < 0.3 } })

export const cronRoute: Operate = ({ random, send }) =>
  send({
    path: `/api/cron/${random.pick(JOBS)}${random.next() < 0.3 ? '?dryRun=1' : ''}`,
    from: FROM,
    isBackOffice: true,
    headers: { authorization: `Bearer ${SECRETS.cronSecret}` },
  })

export const forgottenPassword: Operate = ({ random, send }) =>
  send({
    path: '/api/auth/forgot-password',
    body: { email: random.next() < 0.5 ? OWNER_EMAIL : 'nobody@operator.example', lang: 'en' },
    from: `192.0.2.${random.between(20, 200)}`,
  })
