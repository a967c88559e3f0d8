import type { TestAnswer, TestApp } from '../../../../../test/helpers/app.ts'
import { truncate } from '../../../../../test/helpers/truncate.ts'
import { insertMails, type MailKind, openToken } from '../../../mail/outbox/index.ts'

export const UNLIMITED = {
  RATE_LIMITS: 'subscriptions=0,unsubscribe=0,weather=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0',
}

export const BERLIN = { cityName: 'Berlin', cityLat: 52.52, cityLon: 13.405 }
/** A token that belongs to no subscription. */
export const NOBODY = '00000000-0000-4000-8000-000000000000'
const PATH = '/api/subscriptions'

/** Sends one request: an object as JSON, a string as a form. Does not follow redirects, and collapses the whitespace of pages. */
export async function sendAsClient(
  app: Pick<TestApp, 'url'>,
  method: string,
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json'
  const response = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const sent = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  const text = contentType.startsWith('text/html') ? flat(sent) : sent
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: contentType.includes('json') && text !== '' ? JSON.parse(text) : null,
  }
}

export function postSubscription(app: Pick<TestApp, 'url'>, body: object): Promise<TestAnswer> {
  return sendAsClient(app, 'POST', PATH, { clientId: 'client-1', email: 'ada@example.org', type: 'city_alerts', ...BERLIN, ...body })
}

/** Subscribes; resolves to the id and the token. */
export async function makeSubscription(
  app: Pick<TestApp, 'url'>,
  body: object = {},
): Promise<{ readonly id: string; readonly token: string }> {
  const { subscription } = (await postSubscription(app, body)).body
  return { id: subscription.id, token: subscription.unsubscribe_token }
}

export function listAsClient(app: Pick<TestApp, 'url'>, clientId = 'client-1'): Promise<TestAnswer> {
  return sendAsClient(app, 'GET', `${PATH}?clientId=${encodeURIComponent(clientId)}`)
}

/** The paths of invalid fields in a response. */
export function listFaultPaths({ body }: TestAnswer): string[] {
  return body.details.map(({ path }: { path: string }) => path)
}

/** Deletes everything that the subscriptions feature stores. */
export async function clearSubscriptions(app: TestApp): Promise<void> {
  await truncate(app.database.pool, 'subscription, subscription_confirmation, subscription_refusal, mail_outbox cascade')
}

export async function querySubscriptionRows(app: TestApp, sql = 'select * from subscription order by created_at, id') {
  return (await app.database.pool.query(sql)).rows
}

/** Enqueues a mail of each kind for ada@example.org, not due yet, with its kind as its key. */
export async function insertWaiting(app: TestApp, kinds: readonly MailKind[]): Promise<void> {
  const now = app.clock.now()
  const mail = {
    template: 'none',
    to: 'Ada@example.org',
    lang: 'en',
    units: 'metric',
    timezone: 'UTC',
    data: {},
    notBefore: now + 86_400_000,
  } as const
  const db = app.services.storage.database.kysely
  await insertMails(
    db,
    kinds.map((kind) => ({ ...mail, key: kind, kind })),
    now,
  )
}

export async function listWaitingKinds(app: TestApp): Promise<string[]> {
  return (await querySubscriptionRows(app, "select kind from mail_outbox where state = 'waiting' order by kind")).map(({ kind }) => kind)
}

/** The token that the reader of a mail gets, from its data in the outbox. */
export function readMailToken(app: TestApp, data: object): string {
  return (openToken({ data }, app.services.sealing).data as { token: string }).token
}

export const JSON_WANTED = { accept: 'application/json' }

/** The markup of a page with whitespace collapsed. */
function flat(markup: string): string {
  return markup
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\/?> ?/g, '>')
    .replaceAll(' <', '<')
}
