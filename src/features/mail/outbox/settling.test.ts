import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MailFailure } from '../../../platform/mail/transport.ts'
import { ATTEMPTS_ALLOWED, isHardBounce, nextAttemptAt, settledWithoutAttempt } from './settling.ts'
import { MINUTE_MS } from '../../../time.ts'
import { SUPPRESSION_REASONS } from '../suppression/tables.ts'
import { MAIL_KINDS } from '../templates/index.ts'
import type { PreparedMail } from './preparation.ts'

describe('the next attempt', () => {
  it('comes after a minute, then at growing intervals up to six hours', () => {
    const minutes = Array.from({ length: ATTEMPTS_ALLOWED - 1 }, (_, i) => nextAttemptAt(0, i + 1, 0) / MINUTE_MS)
    assert.deepEqual(minutes, [1, 10, 60, 240, 360, 360, 360])
    const hours = minutes.reduce((sum, wait) => sum + wait, 0) / 60
    assert.ok(hours > 20 && hours * 1.25 < 48)
  })

  it('is spread over a quarter of the wait', () => {
    assert.deepEqual([nextAttemptAt(1_000, 1, 0), nextAttemptAt(1_000, 1, 0.999_999_9)], [61_000, 76_000])
  })
})

describe('a hard bounce', () => {
  const bounces = (response: string) =>
    isHardBounce(new MailFailure(response.startsWith('5') ? 'rejected' : 'deferred', response, { response }))

  it('means that the mailbox does not exist', () => {
    const gone = [
      '550 5.1.1 The email account that you tried to reach does not exist',
      '550-5.1.1 no such user\n550 5.1.1 really',
      '553 5.1.2 no such domain',
      '553 5.1.3 bad address syntax',
      '556 5.1.10 null MX',
      '550 No such user here',
      '550 Unknown user',
      '550 <ann@example.org>: Recipient address rejected: User unknown in virtual mailbox table',
      '550 Requested action not taken: mailbox not found',
      '550 Invalid recipient',
    ]
    for (const response of gone) assert.ok(bounces(response), response)
  })

  it('is not a full mailbox, a policy, a rejected sender or a temporary failure', () => {
    const others = [
      '552 5.2.2 mailbox full',
      '550 5.7.1 message rejected by policy',
      '554 5.7.1 Relay access denied',
      '550 5.2.1 mailbox disabled',
      '553 5.1.8 sender rejected',
      '550 Blocked: see https://example.org/block',
      '554 Message refused',
      '450 4.1.1 unknown user',
      '451 4.7.1 greylisted',
    ]
    for (const response of others) assert.ok(!bounces(response), response)
    const refusedSender = '550 5.1.2 no such domain'
    assert.ok(!isHardBounce(new MailFailure('unreachable', refusedSender, { response: refusedSender })))
  })
})

describe('a mail that must not be attempted', () => {
  const NOW = 1_000_000
  const settled = (change: Partial<PreparedMail>) => {
    const mail = { id: 'a', kind: 'digest', dropAfter: null, suppressedBy: undefined, ...change } as PreparedMail
    const settlement = settledWithoutAttempt(mail, NOW)
    return settlement && [settlement.state, settlement.lastError, settlement.attempt]
  }

  it('has expired when its last instant is over', () => {
    assert.deepEqual(settled({ dropAfter: NOW - 1 }), ['expired', null, null])
    for (const dropAfter of [NOW, NOW + 1, null]) assert.equal(settled({ dropAfter }), null)
  })

  it('goes to a suppressed address, except what somebody who unsubscribed has requested', () => {
    for (const suppressedBy of SUPPRESSION_REASONS) {
      for (const kind of MAIL_KINDS) {
        const isRequested = suppressedBy === 'unsubscribed' && ['confirmation', 'account'].includes(kind)
        assert.deepEqual(
          settled({ kind, suppressedBy }),
          isRequested ? null : ['suppressed', suppressedBy, null],
          `${kind}, ${suppressedBy}`,
        )
      }
    }
  })
})
