import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MailFailure } from '../../../platform/mail/transport.ts'
import { MINUTE_MS } from '../../../time.ts'
import { SUPPRESSION_REASONS } from '../suppression/tables.ts'
import { MAIL_KINDS } from '../templates/index.ts'
import type { LeasedMail, Settlement } from './outbox-store.ts'
import type { PreparedMail } from './preparation.ts'
import {
  ATTEMPTS_ALLOWED,
  createSettling,
  isHardBounce,
  computeNextAttempt,
  classifyMailError,
  buildFailedSettlement,
  buildSentSettlement,
  findSettlementWithoutAttempt,
} from './settling.ts'

describe('the next attempt', () => {
  it('comes after a minute, then at growing intervals up to six hours', () => {
    const minutes = Array.from({ length: ATTEMPTS_ALLOWED - 1 }, (_, i) => computeNextAttempt(0, i + 1, 0) / MINUTE_MS)
    assert.deepEqual(minutes, [1, 10, 60, 240, 360, 360, 360])
    const hours = minutes.reduce((sum, wait) => sum + wait, 0) / 60
    assert.ok(hours > 20 && hours * 1.25 < 48)
  })

  it('is spread over a quarter of the wait', () => {
    assert.deepEqual([computeNextAttempt(1_000, 1, 0), computeNextAttempt(1_000, 1, 0.999_999_9)], [61_000, 76_000])
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
      '550 no such local user',
      '550 account ann@example.org is unknown',
      "550 The address doesn't exist",
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
      '554 No such user here',
      '550 5.1.11 no such user',
      '550 5.1.12 no such user',
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
    const settlement = findSettlementWithoutAttempt(mail, NOW)
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

describe('after an attempt', () => {
  const MAIL = { id: 'a', attempts: 2, attemptsAllowed: 8 } as LeasedMail
  const after = (error: unknown, mail = MAIL) => {
    const { state, nextAttemptAt: next, attempt } = buildFailedSettlement(mail, 1_000, error, 5_000, 0)
    return [state, next, attempt?.outcome]
  }

  it('an accepted mail is sent, with the answer in one line', () => {
    assert.deepEqual(buildSentSettlement(MAIL, 1_000, '250 ok\r\nqueued', 5_000), {
      id: 'a',
      state: 'sent',
      nextAttemptAt: null,
      lastError: null,
      at: 5_000,
      attempt: { startedAt: 1_000, outcome: 'sent', response: '250 ok queued' },
    })
  })

  it('a failure is recorded with its text, the error of a template too', () => {
    assert.deepEqual(buildFailedSettlement(MAIL, 1_000, new MailFailure('deferred', '451 later'), 5_000, 0), {
      id: 'a',
      state: 'waiting',
      nextAttemptAt: 5_000 + 60 * MINUTE_MS,
      lastError: '451 later',
      at: 5_000,
      attempt: { startedAt: 1_000, outcome: 'deferred', response: '451 later' },
    })
    assert.equal(buildFailedSettlement(MAIL, 1_000, 'no\nerror', 5_000, 0).lastError, 'no error')
  })

  it('a mail is given up when it is rejected, or after its last attempt', () => {
    const later = new MailFailure('deferred', 'x')
    assert.deepEqual(after(new MailFailure('rejected', 'x')), ['failed', null, 'rejected'])
    assert.deepEqual(after(later, { ...MAIL, attempts: 6 }), ['waiting', 5_000 + 360 * MINUTE_MS, 'deferred'])
    assert.deepEqual(after(later, { ...MAIL, attempts: 7 }), ['failed', null, 'deferred'])
    assert.deepEqual(after(new Error('x'), { ...MAIL, attempts: 9 }), ['failed', null, 'not_rendered'])
  })

  it('the outcome is that of the mail server; without one, the mail was not rendered', () => {
    const kinds = ['rejected', 'deferred', 'unknown', 'unreachable'] as const
    assert.deepEqual(
      kinds.map((kind) => classifyMailError(new MailFailure(kind, 'x'))),
      ['rejected', 'deferred', 'unknown', 'deferred'],
    )
    assert.equal(classifyMailError(new Error('x')), 'not_rendered')
  })
})

describe('writing settlements', () => {
  const settlement = (id: string) => ({ id }) as Settlement
  const NO_TIMERS = { sleep: async () => undefined }

  /** `fails`: how many statements fail. Each batch that was written is in `batches`. */
  function settlingOf(fails: number, sleep: (ms: number) => Promise<void> = NO_TIMERS.sleep) {
    const batches: string[][] = []
    const errors: unknown[] = []
    let failed = 0
    const settling = createSettling({
      write: async (settlements) => {
        if (failed++ < fails) throw new Error('the database is away')
        batches.push(settlements.map(({ id }) => id))
      },
      onError: (error) => errors.push(error),
      timers: { sleep },
    })
    return { settling, batches, errors }
  }

  it('resolves for each when its statement has committed; those that come meanwhile share the next', async () => {
    const batches: string[][] = []
    const commits: (() => void)[] = []
    const settling = createSettling({
      write(settlements) {
        batches.push(settlements.map(({ id }) => id))
        return new Promise((resolve) => commits.push(resolve))
      },
      onError: () => assert.fail(),
      timers: NO_TIMERS,
    })
    const settled: string[] = []
    const all = ['a', 'b', 'c', 'd'].map((id) => settling.settle(settlement(id)).then(() => void settled.push(id)))
    assert.deepEqual(batches, [['a'], ['b']], 'two statements at once')
    commits[1]?.()
    await all[1]
    assert.deepEqual({ settled, batches }, { settled: ['b'], batches: [['a'], ['b'], ['c', 'd']] })
    commits[0]?.()
    commits[2]?.()
    await Promise.all(all)
    const later = settling.settle(settlement('e'))
    assert.deepEqual(batches.at(-1), ['e'])
    commits[3]?.()
    await later
  })

  it('is retried until it succeeds, after waits that double up to two seconds; nothing is lost', async () => {
    const waits: number[] = []
    const { settling, batches, errors } = settlingOf(7, async (ms) => void waits.push(ms))
    await settling.settle(settlement('a'))
    assert.deepEqual(
      { batches, errors: errors.length, waits },
      { batches: [['a']], errors: 7, waits: [100, 200, 400, 800, 1_600, 2_000, 2_000] },
    )
  })

  it('ends when it is stopped, during a wait too', async () => {
    const { settling, batches, errors } = settlingOf(Infinity, async () => settling.stop())
    await settling.settle(settlement('a'))
    assert.deepEqual({ batches, errors: errors.length }, { batches: [], errors: 2 })
    await settling.settle(settlement('b'))
    assert.equal(errors.length, 3)
  })
})
