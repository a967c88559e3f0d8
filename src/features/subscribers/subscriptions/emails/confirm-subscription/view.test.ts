import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getMailWords } from '../../../../mail/catalogue/index.ts'
import type { MailContext } from '../../../../mail/templates/index.ts'
import { buildMailLinks } from '../../../../mail/templates/links.ts'
import { type ConfirmSubscriptionData, confirmSubscriptionMail } from './index.ts'

const context: MailContext = {
  units: 'metric',
  timezone: 'Europe/Berlin',
  words: getMailWords('en'),
  service: 'Isobar',
  links: buildMailLinks(new URL('https://weather.example'), null),
}
const [sample] = confirmSubscriptionMail.samples
const view = (change: Partial<ConfirmSubscriptionData> = {}) =>
  confirmSubscriptionMail.view({ ...(sample?.data as ConfirmSubscriptionData), ...change }, new Map(), context)

describe('the mail that asks for a confirmation', () => {
  it('names each subscription with its place, or the coordinates of a place without a name', () => {
    assert.deepEqual(view()['subscriptions'], [
      'The week ahead for Berlin (weekly)',
      'Weather alerts for 47.42, 10.98 (at once)',
      'The newsletter (monthly)',
    ])
    const one = { type: 'newsletter', cityName: null, lat: null, lon: null, frequency: 'weekly' } as const
    assert.equal((view({ subscriptions: Array.from({ length: 101 }, () => one) })['subscriptions'] as string[]).length, 100)
  })

  it('has the link with the token, and says until when it works', () => {
    const { url, until } = view({ token: 'secret-token', validUntil: '2026-12-01T08:00:00Z' })
    assert.ok(String(url).includes('secret-token') && String(url).includes('/api/subscriptions/confirm'))
    assert.match(String(until), /1 Dec.*09:00/)
  })

  it('cannot be unsubscribed from: nothing is subscribed yet', () => assert.equal(confirmSubscriptionMail.unsubscribable, false))
})
