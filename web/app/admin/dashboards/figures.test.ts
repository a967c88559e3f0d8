import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_SECONDS, HOUR_MS, MINUTE_MS } from '../../../../src/time.ts'
import type { Facts, Trouble } from '../frame/state.ts'
import { formatGibibytes, listServiceLines, formatUpcomingTime } from './figures.ts'

const GIB = 1024 ** 3
const before = (ms: number): string => new Date(Date.now() - ms).toISOString()

/** A service that is well and has nothing to count. */
const QUIET = {
  systems: [],
  budgets: [],
  mail: { waiting: 0, oldestDueSeconds: 0, settledToday: 0, failedToday: 0 },
  webhooks: { waiting: 0, oldestDueSeconds: 0, deadToday: 0 },
  jobs: [],
  disks: [],
  backups: { isScheduled: true, lastAt: null, testedAt: null, testIsOk: null },
  certificates: [],
}
type Changes = { readonly [K in keyof typeof QUIET]?: unknown }

const factsWith = (changes: Changes): Facts => ({ ...QUIET, ...changes }) as unknown as Facts
const trouble = (kind: Trouble['kind'], severity: Trouble['severity']): Trouble => ({ kind, severity }) as Trouble
/** One line of the dashboard. */
const lineOf = (name: string, changes: Changes, troubles: readonly Trouble[] = []) =>
  listServiceLines(factsWith(changes), troubles).find((line) => line.name === name)

const system = (name: string, status: string, position: number | null = 0) => ({
  id: name.toLowerCase(),
  name,
  status,
  position,
  checkedAt: before(5 * MINUTE_MS),
})

describe('the lines of the dashboard', () => {
  it('leave out what counts nothing and is well', () => {
    assert.deepEqual(
      listServiceLines(factsWith({}), []).map(({ name }) => name),
      ['Sources', 'Outbox', 'Jobs', 'Backup'],
    )
  })

  it('have the worst trouble of their kind', () => {
    const states = (troubles: readonly Trouble[]) => lineOf('Outbox', {}, troubles)?.state?.word
    assert.equal(states([]), 'OK')
    assert.equal(states([trouble('job', 'bad')]), 'OK')
    assert.equal(states([trouble('mail', 'notice')]), 'Notice')
    assert.equal(states([trouble('mail', 'notice'), trouble('mail', 'bad')]), 'Trouble')
  })
})

describe('sources', () => {
  const sources = (...systems: unknown[]) => {
    const { value, note } = lineOf('Sources', { systems }) ?? {}
    return [value, note]
  }

  it('say who answered last, or that nobody was called', () => {
    assert.deepEqual(sources(system('One', 'idle'), system('Two', 'ok'), system('Mail', 'ok', null)), [
      '2 providers, none fails',
      'Two answered 5 minutes ago',
    ])
    assert.deepEqual(sources(system('One', 'idle'), system('Mail', 'ok', null)), [
      '1 provider, none fails',
      'None was called since yesterday',
    ])
  })

  it('count the weather providers that fail, and name all that fail', () => {
    assert.deepEqual(sources(system('One', 'failing'), system('Two', 'ok'), system('Places', 'failing', null)), [
      '1 of 2 providers fail',
      'Failing: One, Places',
    ])
    assert.deepEqual(sources(system('One', 'ok'), system('Places', 'failing', null)), ['1 provider, none fails', 'Failing: Places'])
  })
})

describe('the budget', () => {
  const budget = (used: number, limit: number, windowSeconds: number, lastsUntil: string | null = null) => ({
    provider: 'one',
    source: 'one',
    used,
    limit,
    windowSeconds,
    lastsUntil,
    resetsAt: '2026-11-22T00:00:00Z',
  })

  it('is the one that is nearest to its end, of an hour or longer', () => {
    const budgets = [budget(59, 60, 60), budget(40, 100, DAY_SECONDS), budget(599.6, 1_000, 3_600), budget(1, 10, 30 * DAY_SECONDS)]
    assert.equal(lineOf('Budget', { budgets })?.value, '600 of 1,000 this hour')
    assert.equal(lineOf('Budget', { budgets: [budgets[1], budgets[3]] })?.value, '40 of 100 today')
    assert.equal(lineOf('Budget', { budgets: [budgets[3]] })?.value, '1 of 10 this month')
    assert.equal(lineOf('Budget', { budgets: [budgets[0]] }), undefined)
  })

  it('says until when it lasts', () => {
    assert.match(lineOf('Budget', { budgets: [budget(1, 2, DAY_SECONDS)] })?.note ?? '', /^one lasts until it resets at .*\d\d:\d\d$/)
    const soon = budget(1, 2, DAY_SECONDS, '2026-11-21T18:00:00Z')
    assert.match(lineOf('Budget', { budgets: [soon] })?.note ?? '', /^one lasts until .*\d\d:\d\d at the present pace$/)
  })

  it('is that of a provider that answers, if one does', () => {
    const budgets = [
      { ...budget(9, 10, DAY_SECONDS), provider: 'one' },
      { ...budget(4, 100, DAY_SECONDS), provider: 'two' },
    ]
    const systems = [
      { ...system('One', 'failing'), id: 'one' },
      { ...system('Two', 'ok'), id: 'two' },
    ]
    assert.equal(lineOf('Budget', { budgets, systems })?.value, '4 of 100 today')
  })

  it('is called unused while a provider fails, and not for another system', () => {
    const stateWith = (...systems: unknown[]) => lineOf('Budget', { budgets: [budget(1, 2, DAY_SECONDS)], systems })
    assert.deepEqual(
      { word: stateWith(system('One', 'failing'))?.state?.word, note: stateWith(system('One', 'failing'))?.note },
      { word: 'Unused', note: 'One cannot be called' },
    )
    assert.equal(stateWith(system('Places', 'failing', null))?.state?.word, 'OK')
  })

  it('of a provider that nobody uses says nothing while those fail that are used', () => {
    const budgets = [budget(1, 2, DAY_SECONDS), { ...budget(0, 50, DAY_SECONDS), provider: 'spare', source: 'Spare' }]
    const line = (...systems: unknown[]) => {
      const { value, state } = lineOf('Budget', { budgets, systems: [...systems, system('Spare', 'unknown', null)] }) ?? {}
      return { value, word: state?.word }
    }
    assert.deepEqual(line(system('One', 'failing')), { value: '1 of 2 today', word: 'Unused' })
    assert.deepEqual(line(system('One', 'ok')), { value: '1 of 2 today', word: 'OK' })
  })
})

describe('mails and messages', () => {
  it('say what waits, and for how long once that is more than a minute', () => {
    const mail = (waiting: number, oldestDueSeconds: number) => {
      const { value, note } = lineOf('Outbox', { mail: { waiting, oldestDueSeconds, settledToday: 1_200, failedToday: 3 } }) ?? {}
      return [value, note]
    }
    assert.deepEqual(mail(0, 0), ['Nothing waits', '1,197 sent in a day, 3 failed'])
    assert.deepEqual(mail(1, 60), ['1 mail waiting', '1,197 sent in a day, 3 failed'])
    assert.deepEqual(mail(2, 61), ['2 mails waiting', 'the oldest has been due for 1 min 1 s, 1,197 sent in a day, 3 failed'])
  })

  it('of webhooks are a line once one waits or was given up', () => {
    const note = (waiting: number, oldestDueSeconds: number, deadToday: number) => {
      const line = lineOf('Webhooks', { webhooks: { waiting, oldestDueSeconds, deadToday } })
      return line && [line.value, line.note]
    }
    assert.equal(note(0, 0, 0), undefined)
    assert.deepEqual(note(1, 60, 0), ['1 message waiting', '0 given up in a day'])
    assert.deepEqual(note(0, 0, 2), ['0 messages waiting', '2 given up in a day'])
    assert.deepEqual(note(3, 61, 2), ['3 messages waiting', 'due for 1 min 1 s'])
  })
})

describe('jobs', () => {
  it('are the last one that started, and those that failed or are overdue', () => {
    const job = (name: string, startedAt: string | null, status = 'completed', dueSince: string | null = null) => ({
      job: name,
      startedAt,
      status,
      dueSince,
    })
    const jobs = (...all: unknown[]) => {
      const { value, note } = lineOf('Jobs', { jobs: all }) ?? {}
      return [value, note]
    }
    assert.deepEqual(jobs(job('backup', null)), ['None has run yet', 'Nothing failed or is overdue'])
    const all = [job('backup', before(3 * HOUR_MS)), job('weather-alerts', before(HOUR_MS)), job('weekly-digests', before(2 * HOUR_MS))]
    assert.deepEqual(jobs(...all), ['Weather alerts, 1 hour ago', 'Nothing failed or is overdue'])
    assert.deepEqual(jobs(...all, job('restore-test', null, 'failed'), job('contact-exchange', null, 'completed', before(1))), [
      'Weather alerts, 1 hour ago',
      'Failed or overdue: Test of a backup, Contact sync',
    ])
  })
})

describe('disks, backups and certificates', () => {
  it('show the fullest disk, by its share', () => {
    const disks = [
      { folder: '/data', freeBytes: 20 * GIB, totalBytes: 40 * GIB },
      { folder: '/backups', freeBytes: 25.25 * GIB, totalBytes: 100 * GIB },
    ]
    const { value, note } = lineOf('Disk', { disks }) ?? {}
    assert.deepEqual({ value, note }, { value: '25.3 GiB free', note: 'of 100.0 GiB, /backups' })
  })

  it('say when the last backup was, and whether it was tried', () => {
    const backup = (changes: object) => {
      const { value, note } = lineOf('Backup', { backups: { ...QUIET.backups, ...changes } }) ?? {}
      return [value, note]
    }
    assert.deepEqual(backup({}), ['None yet', 'Daily; never tested'])
    const lastAt = before(3 * HOUR_MS)
    assert.deepEqual(backup({ lastAt, isScheduled: false, testIsOk: false }), ['3 hours ago', 'Not by schedule; the last test failed'])
    assert.deepEqual(backup({ lastAt, testIsOk: true, testedAt: before(2 * HOUR_MS) }), [
      '3 hours ago',
      'Daily; restored for a test 2 hours ago',
    ])
  })

  it('show the certificate that ends first', () => {
    const certificates = [
      { feed: 'later', endsAt: '2027-02-01T00:00:00Z' },
      { feed: 'sooner', endsAt: '2027-01-01T00:00:00Z' },
    ]
    const { value, note } = lineOf('Certificates', { certificates }) ?? {}
    assert.match(value ?? '', /^sooner until /)
    assert.equal(note, 'of 2 added feeds')
  })
})

describe('a time until which something lasts', () => {
  it('has its day once that is a day away', () => {
    const now = Date.parse('2026-11-21T10:00:00Z')
    assert.match(formatUpcomingTime('2026-11-22T09:59:59Z', now), /^\d\d:\d\d$/)
    assert.match(formatUpcomingTime('2026-11-22T10:00:00Z', now), /^2\d Nov,? .*\d\d:\d\d$/)
  })
})

it('gib has one decimal', () => assert.equal(formatGibibytes(4.25 * GIB), '4.3 GiB'))
