import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import type { BudgetFact, Facts, JobFact, SystemFact } from './facts.ts'
import { detectTroubles } from './troubles.ts'

const NOW = Date.parse('2026-11-21T18:20:00Z')
const GIB = 1024 ** 3

const system = (id: string, changes: Partial<SystemFact> = {}): SystemFact => ({
  id,
  name: id.toUpperCase(),
  kind: 'weather_provider',
  status: 'ok',
  message: 'Responding normally',
  checkedAt: NOW,
  latencyMs: 100,
  position: 1,
  isUsed: true,
  ...changes,
})
const FAILING = { status: 'failing', message: 'Timed out' } as const
const budget = (changes: Partial<BudgetFact>): BudgetFact => ({
  provider: 'openweather',
  source: 'OpenWeather',
  account: 'openweather/onecall',
  windowSeconds: 86_400,
  limit: 1_000,
  used: 100,
  status: 'ok',
  resetsAt: Date.parse('2026-11-22T00:00:00Z'),
  lastsUntil: null,
  ...changes,
})
const job = (name: JobFact['job'], status: NonNullable<JobFact['last']>['status'], changes: Partial<JobFact> = {}): JobFact => ({
  job: name,
  last: { status, startedAt: NOW - HOUR_MS, finishedAt: NOW, error: status === 'failed' ? 'No mail server' : null },
  dueSince: null,
  ...changes,
})

const WELL: Facts = {
  now: NOW,
  node: 'a',
  notReady: [],
  secretFault: null,
  pendingRestore: null,
  shortSecrets: [],
  cacheIsAway: false,
  clockAheadMs: -200,
  systems: [system('first'), system('second', { position: 2 }), system('tiles', { position: null, status: 'unknown' })],
  feeds: [],
  budgets: [budget({}), budget({ windowSeconds: 60, status: 'hard_block', lastsUntil: NOW })],
  mail: { waiting: 3, oldestDueSeconds: 20, settledToday: 100, failedToday: 9 },
  webhooks: { waiting: 0, oldestDueSeconds: 0, deadToday: 1 },
  noticesAreOff: false,
  jobs: [job('weather-alerts', 'completed'), job('weekly-digests', 'partial')],
  disks: [{ folder: '/data', freeBytes: 40 * GIB, totalBytes: 100 * GIB }],
  backups: { isScheduled: true, lastAt: NOW - 15 * HOUR_MS, test: { at: NOW - 6 * DAY_MS, ok: true, error: null } },
  certificates: [{ feed: 'MeteoSwiss', endsAt: NOW + 60 * DAY_MS }],
}

/** What is found: each with its severity. */
const found = (changes: Partial<Facts>): string[] =>
  detectTroubles({ ...WELL, ...changes }).map(({ key, severity }) => `${severity} ${key}`)

describe('what is wrong', () => {
  const cases: readonly [name: string, changes: Partial<Facts>, expected: readonly string[]][] = [
    ['nothing', {}, []],
    ['the database takes no writes', { notReady: ['the database cannot be written to'] }, ['bad database']],
    [
      'a wrong secret, which is said once: no job runs under it',
      { secretFault: 'wrong', jobs: [job('weather-alerts', 'completed', { dueSince: NOW - DAY_MS })] },
      ['bad secret'],
    ],
    [
      'a restored copy, in which everything waits',
      {
        pendingRestore: { file: 'x.backup', restoredAt: NOW },
        jobs: [job('weather-alerts', 'completed', { dueSince: NOW - DAY_MS })],
        mail: { ...WELL.mail, oldestDueSeconds: 601 },
        webhooks: { ...WELL.webhooks, oldestDueSeconds: 601 },
      },
      ['bad restored'],
    ],
    [
      'secrets that can be guessed',
      { shortSecrets: ['ADMIN_SECRET', 'CRON_SECRET'] },
      ['notice short secret ADMIN_SECRET', 'notice short secret CRON_SECRET'],
    ],
    ['Valkey is away', { cacheIsAway: true }, ['notice cache a']],
    ['a clock is ahead', { clockAheadMs: 31_000 }, ['notice clock a']],
    ['a clock is behind', { clockAheadMs: -31_000 }, ['notice clock a']],
    ['one of two providers fails', { systems: [system('first', FAILING), system('second', { position: 2 })] }, ['notice source first']],
    [
      'a provider that is not needed failed long ago',
      { systems: [system('first'), system('second', { ...FAILING, position: 2, checkedAt: NOW - 2 * HOUR_MS })] },
      [],
    ],
    [
      'every provider fails, whatever the budget says',
      { systems: [system('first', FAILING), system('second', { ...FAILING, position: 2 })] },
      ['bad weather', 'bad source first', 'bad source second'],
    ],
    [
      'every provider fails, and a feed of warnings',
      { systems: [system('first', FAILING), system('feed', { ...FAILING, kind: 'alert_feed', position: null })] },
      ['bad weather', 'bad source first', 'notice source feed'],
    ],
    ['the only provider fails', { systems: [system('first', FAILING)] }, ['bad weather', 'bad source first']],
    [
      'a provider that is switched off does not answer for the others',
      { systems: [system('first', FAILING), system('off', { status: 'disabled' })] },
      ['bad weather', 'bad source first'],
    ],
    ['what is not used may fail', { systems: [...WELL.systems, system('idle', { ...FAILING, position: null, isUsed: false })] }, []],
    [
      'the mail server fails',
      { systems: [...WELL.systems, system('smtp', { ...FAILING, kind: 'mail_transport', position: null })] },
      ['bad source smtp'],
    ],
    [
      'a feed of warnings fails for an hour',
      { feeds: [{ id: 'x', name: 'X', failure: 'timeout', completeAt: NOW - HOUR_MS - 1 }] },
      ['notice feed x'],
    ],
    ['a feed of warnings failed just now', { feeds: [{ id: 'x', name: 'X', failure: 'timeout', completeAt: NOW - MINUTE_MS }] }, []],
    [
      'a day’s budget is spent',
      { budgets: [budget({ used: 1_000, status: 'hard_block', lastsUntil: NOW })] },
      ['bad budget openweather/onecall 86400'],
    ],
    [
      'an hour’s budget is spent',
      { budgets: [budget({ windowSeconds: 3_600, status: 'hard_block', used: 1_000, lastsUntil: NOW })] },
      ['notice budget openweather/onecall 3600'],
    ],
    [
      'a budget is kept for people',
      { budgets: [budget({ used: 960, status: 'soft_block' })] },
      ['notice budget openweather/onecall 86400'],
    ],
    ['a budget ends early', { budgets: [budget({ used: 700, lastsUntil: NOW + HOUR_MS })] }, ['notice budget openweather/onecall 86400']],
    ['the first calls of a day came fast', { budgets: [budget({ used: 40, lastsUntil: NOW + HOUR_MS })] }, []],
    ['mail is held up', { mail: { ...WELL.mail, oldestDueSeconds: 601 } }, ['bad outbox']],
    ['many mails fail', { mail: { ...WELL.mail, failedToday: 21 } }, ['notice mail failures']],
    ['many mails fail, of very many', { mail: { ...WELL.mail, settledToday: 10_000, failedToday: 50 } }, []],
    ['messages to webhooks are held up', { webhooks: { ...WELL.webhooks, oldestDueSeconds: 601 } }, ['notice webhooks']],
    ['messages to webhooks are given up', { webhooks: { ...WELL.webhooks, deadToday: 10 } }, ['notice webhook failures']],
    ['the operators’ webhook is off', { noticesAreOff: true }, ['notice notices']],
    ['alerts failed', { jobs: [job('weather-alerts', 'failed')] }, ['bad job weather-alerts']],
    ['alerts are overdue', { jobs: [job('weather-alerts', 'completed', { dueSince: NOW - HOUR_MS })] }, ['bad job weather-alerts']],
    ['digests failed', { jobs: [job('weekly-digests', 'failed')] }, ['notice job weekly-digests']],
    [
      'a job never ran that should have',
      { jobs: [{ job: 'weekly-digests', last: null, dueSince: NOW - DAY_MS }] },
      ['notice job weekly-digests'],
    ],
    ['a backup failed', { jobs: [job('backup', 'failed')] }, ['bad job backup']],
    [
      'the test of a backup failed, which is said once',
      { jobs: [job('restore-test', 'failed')], backups: { ...WELL.backups, test: { at: NOW, ok: false, error: 'x' } } },
      ['bad backup test'],
    ],
    ['the last backup is old', { backups: { ...WELL.backups, lastAt: NOW - 27 * HOUR_MS } }, ['bad backup age']],
    ['an old backup where none is made by schedule', { backups: { isScheduled: false, lastAt: NOW - 90 * DAY_MS, test: null } }, []],
    ['no backup yet', { backups: { isScheduled: true, lastAt: null, test: null } }, []],
    [
      'no backup was tested for long',
      { backups: { ...WELL.backups, test: { at: NOW - 16 * DAY_MS, ok: true, error: null } } },
      ['notice backup test age'],
    ],
    ['a disk fills up', { disks: [{ folder: '/data', freeBytes: 9 * GIB, totalBytes: 100 * GIB }] }, ['notice disk a /data']],
    ['a disk is nearly full', { disks: [{ folder: '/data', freeBytes: GIB, totalBytes: 100 * GIB }] }, ['bad disk a /data']],
    ['a large disk has room', { disks: [{ folder: '/data', freeBytes: 100 * GIB, totalBytes: 4_000 * GIB }] }, []],
    ['a small disk has room', { disks: [{ folder: '/data', freeBytes: 2 * GIB, totalBytes: 10 * GIB }] }, []],
    ['a certificate ends soon', { certificates: [{ feed: 'X', endsAt: NOW + 13 * DAY_MS }] }, ['notice certificate X']],
    ['a certificate has ended', { certificates: [{ feed: 'X', endsAt: NOW }] }, ['bad certificate X']],
  ]
  for (const [name, changes, expected] of cases) it(name, () => assert.deepEqual(found(changes), expected))

  it('has no time that counts from now: its words are stored and mailed', () => {
    for (const [name, changes] of cases)
      for (const { title, meaning, action } of detectTroubles({ ...WELL, ...changes }))
        assert.doesNotMatch(
          `${title} ${meaning} ${action}`,
          /\d+ (?:minute|hour|day)s? (?:ago|old)|(?:for|in) \d+ (?:minute|hour|day)/,
          name,
        )
  })

  it('is said in sentences, the worst first', () => {
    const troubles = detectTroubles({
      ...WELL,
      systems: [system('first', { ...FAILING, checkedAt: NOW - 2 * HOUR_MS }), system('second', { position: 2 })],
      budgets: [budget({ used: 700, lastsUntil: Date.parse('2026-11-21T21:40:00Z') })],
      mail: { ...WELL.mail, oldestDueSeconds: 1_260 },
    })
    assert.deepEqual(
      troubles.map(({ title }) => title),
      [
        'Mail has been waiting since 21 Nov, 17:59 UTC (3 mails)',
        'FIRST is failing: Timed out (21 Nov, 16:20 UTC)',
        'The daily budget of OpenWeather lasts until 21 Nov, 21:40 UTC at the present pace',
      ],
    )
    assert.equal(troubles[1]?.meaning, 'Its share is asked of SECOND instead.')
    for (const { meaning, action, link } of troubles) {
      assert.match(`${meaning} ${action}`, /^[A-Z].*\. .*\.$/)
      assert.match(link, /^\/admin\//)
    }
  })

  const titles: readonly [Partial<Facts>, string][] = [
    [{ budgets: [budget({ used: 1_000, status: 'hard_block' })] }, 'The daily budget of OpenWeather is spent until 22 Nov, 00:00 UTC'],
    [
      { budgets: [budget({ windowSeconds: 3_600, used: 1_000, status: 'hard_block' })] },
      'The hourly budget of OpenWeather is spent until 22 Nov, 00:00 UTC',
    ],
    [
      { budgets: [budget({ windowSeconds: 31 * 86_400, used: 960.5, status: 'soft_block' })] },
      'The monthly budget of OpenWeather has 39 calls left',
    ],
    [{ certificates: [{ feed: 'X', endsAt: NOW + 13 * DAY_MS }] }, 'The certificate of X ends on 4 Dec, 18:20 UTC'],
    [{ certificates: [{ feed: 'X', endsAt: NOW - HOUR_MS }] }, 'The certificate of X has ended'],
    [{ systems: [system('second'), system('first', { ...FAILING, checkedAt: NOW - MINUTE_MS + 1 })] }, 'FIRST is failing: Timed out'],
    [
      { systems: [system('second'), system('first', { ...FAILING, checkedAt: NOW - MINUTE_MS })] },
      'FIRST is failing: Timed out (21 Nov, 18:19 UTC)',
    ],
    [{ systems: [system('second'), system('first', { ...FAILING, checkedAt: null })] }, 'FIRST is failing: Timed out'],
    [
      { feeds: [{ id: 'a', name: 'A', failure: null, completeAt: NOW - 3 * HOUR_MS }] },
      'The warnings of A have not been read completely since 21 Nov, 15:20 UTC',
    ],
  ]
  for (const [changes, title] of titles)
    it(`is said as “${title}”`, () =>
      assert.deepEqual(
        detectTroubles({ ...WELL, ...changes }).map((each) => each.title),
        [title],
      ))
})
