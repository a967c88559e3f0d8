import { DAY_MS, HOUR_MS } from '../../../time.ts'
import type { DiskFact } from './facts.ts'
import { formatTroubleTime } from './pace.ts'
import type { Judge, Trouble } from './trouble.ts'

const CLOCK_OFF_MS = 30_000
const GIB = 1024 ** 3
const BACKUP_LATE_MS = 26 * HOUR_MS
const TEST_LATE_MS = 15 * DAY_MS

const SHORT_SECRET_MEANINGS: Readonly<Record<string, string>> = {
  CRON_SECRET: 'Whoever guesses it can start the jobs that send mail.',
  ADMIN_SECRET: 'Whoever guesses it and has a copy of the database can read the keys that are stored in it.',
}
const SHORT_SECRET_ACTIONS: Readonly<Record<string, string>> = {
  CRON_SECRET: 'Set a longer one (`openssl rand -hex 24`) here and in the scheduler that sends it, and restart.',
  ADMIN_SECRET: 'Replace it by a longer one with the command `rotate-secret`.',
}

/** A restored copy, database, secret, cache and clock: what everything else stands on. */
export const ground: Judge = ({ node, notReady, pendingRestore, secretFault, shortSecrets, cacheIsAway, clockAheadMs }) => [
  pendingRestore !== null && {
    key: 'restored',
    kind: 'restored',
    severity: 'bad',
    title: `This is a copy, restored from ${pendingRestore.file}: it sends nothing and runs no jobs`,
    meaning: 'Mails, webhooks and notifications wait, so that nobody gets them twice while the original is running.',
    action: 'Once the original is stopped for good, an owner releases the copy: what waits is then sent.',
    link: '/admin/backups',
  },
  notReady.length > 0 && {
    key: 'database',
    kind: 'database',
    severity: 'bad',
    title: `Not ready: ${notReady.join('; ')}`,
    meaning: 'Known places are still shown. While nothing can be stored, no provider is called, no mail is sent, and nobody can subscribe.',
    action:
      'Look at the database server: is it running or overloaded, is its disk full, is it a read-only standby? The service goes on by itself afterwards.',
    link: '/admin/connections',
  },
  secretFault !== null && {
    key: 'secret',
    kind: 'secret',
    severity: 'bad',
    title: 'ADMIN_SECRET does not match the stored secrets',
    meaning: 'No mail is sent and no job runs. Keys that were set in the back office are not used.',
    action: 'Set the ADMIN_SECRET that this database was used with, on every node, and restart.',
    link: '/admin/connections',
  },
  ...shortSecrets.map((name) => ({
    key: `short secret ${name}`,
    kind: 'secret' as const,
    severity: 'notice' as const,
    title: `${name} is so short that it can be guessed`,
    meaning: SHORT_SECRET_MEANINGS[name] ?? '',
    action: SHORT_SECRET_ACTIONS[name] ?? '',
    link: `/admin/settings?q=${name}`,
  })),
  cacheIsAway && {
    key: `cache ${node}`,
    kind: 'cache',
    severity: 'notice',
    title: `Valkey does not answer ${node}`,
    meaning:
      'Nodes no longer share what they fetched, so the same weather is paid for more than once, and request limits count on each node alone.',
    action: 'Look at the server of VALKEY_URL. Nothing has to be restarted.',
    link: '/admin/settings?q=VALKEY_URL',
  },
  Math.abs(clockAheadMs) > CLOCK_OFF_MS && {
    key: `clock ${node}`,
    kind: 'clock',
    severity: 'notice',
    title: `The clock of ${node} is ${Math.round(Math.abs(clockAheadMs) / 1_000)} seconds ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the database’s`,
    meaning: 'Ages, budgets and two-factor codes are wrong by as much.',
    action: 'Synchronise the clocks of both machines (NTP).',
    link: '/admin',
  },
]

/** Disks that fill up. */
export const disks: Judge = ({ node, disks: all }) => all.map((disk) => diskTrouble(disk, node))

function diskTrouble({ folder, freeBytes, totalBytes }: DiskFact, node: string): Trouble | false {
  const isBad = freeBytes < Math.min(2 * GIB, 0.03 * totalBytes)
  if (!isBad && freeBytes >= Math.min(10 * GIB, 0.1 * totalBytes)) return false
  return {
    key: `disk ${node} ${folder}`,
    kind: 'disk',
    severity: isBad ? 'bad' : 'notice',
    title: `${(freeBytes / GIB).toFixed(1)} GiB are free of ${(totalBytes / GIB).toFixed(0)} GiB (${folder} on ${node})`,
    meaning: 'Once it is full, nothing can be stored: no provider is called, and no mail is sent.',
    action: 'Make room or enlarge the disk; keep fewer backups, or observations for fewer days (Settings: Retention).',
    link: '/admin/settings/retention',
  }
}

/** Backups that are old, or cannot be restored. */
export const backups: Judge = ({ now, backups: { isScheduled, lastAt, test } }) => [
  isScheduled &&
    lastAt !== null &&
    now - lastAt > BACKUP_LATE_MS && {
      key: 'backup age',
      kind: 'backup',
      severity: 'bad',
      title: `The last backup was made on ${formatTroubleTime(lastAt)}`,
      meaning: 'What was stored since then would be lost with the disk.',
      action: 'Make one now; if that fails, its run says why.',
      link: '/admin/backups',
    },
  test !== null &&
    !test.ok && {
      key: 'backup test',
      kind: 'backup',
      severity: 'bad',
      title: 'The last test of a backup failed',
      meaning: `${test.error ?? 'No reason given'}.`,
      action: 'Mend the reason, or make another backup, and test it; keep older files until one has been restored.',
      link: '/admin/backups',
    },
  isScheduled &&
    lastAt !== null &&
    test !== null &&
    test.ok &&
    test.at !== null &&
    now - test.at > TEST_LATE_MS && {
      key: 'backup test age',
      kind: 'backup',
      severity: 'notice',
      title: `No backup has been tested since ${formatTroubleTime(test.at)}`,
      meaning: 'Only a restored backup is known to be one.',
      action: 'Test the newest one.',
      link: '/admin/backups',
    },
]
