import type { TestAnswer, TestApp } from '../../../../../test/helpers/app.ts'
import { JSON_WANTED, rows, send, tokenIn, UNLIMITED } from './client.ts'

/** A service with double opt-in. */
export const ENV = { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'on' }

export const PATH = '/api/subscriptions/confirm'

/** The tokens of the confirmation mails so far, oldest first. */
export async function mailedTokens(app: TestApp, email = 'ada@example.org'): Promise<string[]> {
  const mails = await rows(
    app,
    `select data from mail_outbox where kind = 'confirmation' and email_key = '${email}' order by created_at, id`,
  )
  return mails.map(({ data }) => tokenIn(app, data))
}

export async function newestToken(app: TestApp, email?: string): Promise<string> {
  return (await mailedTokens(app, email)).at(-1) ?? 'none'
}

export function confirm(app: TestApp, token: string): Promise<TestAnswer> {
  return send(app, 'POST', `${PATH}?token=${token}`, undefined, JSON_WANTED)
}

/** The number of subscriptions that get mail. */
export async function confirmed(app: TestApp): Promise<number> {
  return (await rows(app)).filter((row) => row.active && row.confirmed_at !== null).length
}
