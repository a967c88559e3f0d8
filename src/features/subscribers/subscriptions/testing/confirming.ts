import type { TestAnswer, TestApp } from '../../../../../test/helpers/app.ts'
import { JSON_WANTED, querySubscriptionRows, sendAsClient, readMailToken, UNLIMITED } from './client.ts'

/** A service with double opt-in. */
export const ENV = { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'on' }

export const PATH = '/api/subscriptions/confirm'

/** The tokens of the confirmation mails so far, oldest first. */
export async function listMailedTokens(app: TestApp, email = 'ada@example.org'): Promise<string[]> {
  const mails = await querySubscriptionRows(
    app,
    `select data from mail_outbox where kind = 'confirmation' and email_key = '${email}' order by created_at, id`,
  )
  return mails.map(({ data }) => readMailToken(app, data))
}

export async function readNewestToken(app: TestApp, email?: string): Promise<string> {
  return (await listMailedTokens(app, email)).at(-1) ?? 'none'
}

export function postConfirmation(app: TestApp, token: string): Promise<TestAnswer> {
  return sendAsClient(app, 'POST', `${PATH}?token=${token}`, undefined, JSON_WANTED)
}

/** The number of subscriptions that get mail. */
export async function countConfirmed(app: TestApp): Promise<number> {
  return (await querySubscriptionRows(app)).filter((row) => row.active && row.confirmed_at !== null).length
}
