import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { PATIENCE } from './database.ts'
import { openTestMail, smtpTransport } from './mail.ts'

/** A node that only sends mail, to be killed: `mail-process.ts <database> <smtp url> <lease ms> [<mails a second>]`. */
const [connection = '', smtpUrl = '', leaseMs = '', rate = ''] = process.argv.slice(2)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const database = await openDatabase<unknown>({ connection, maxConnections: 5, log, patience: PATIENCE })
const perSecond = rate === '' ? null : Number(rate)
const transport = smtpTransport(smtpUrl)
const mail = openTestMail({ database, transport, clock: systemClock, leaseMs: Number(leaseMs), perSecond: () => perSecond })
process.once('SIGTERM', () => void mail.close().then(() => process.exit(0)))
// The workers' timers do not keep a process alive.
setInterval(() => undefined, 60_000)
console.log('sending')
