import { formatInstant } from '@isobar/weather'
import { AppError } from '../../../errors.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import { CheckFailed, type Connections, describeSealedFault, type OutsideSystem } from '../../operations/connections/index.ts'
import { checkMailbox, MailboxFailure } from './mailbox.ts'
import { pollMailbox } from './poll.ts'
import { createPositionStore } from './position-store.ts'
import { createReportSandbox } from './report-sandbox.ts'
import { registerMailEvents } from './routes.ts'
import { readMailgun } from './services/mailgun.ts'
import { readPostmark } from './services/postmark.ts'
import { readResend } from './services/resend.ts'
import { createSesReader } from './services/ses.ts'
import { mailboxForm, findMailboxServer, serviceForm, findBounceService } from './settings.ts'
import { type BounceDatabase, createBounceStore } from './store.ts'

export interface BounceNeeds {
  readonly connections: Connections
  /** Fetches from Amazon; omitted: from the Internet. */
  readonly fetchText?: (url: URL) => Promise<string>
}

const MAILBOX = 'bounce-mailbox'
const SERVICE = 'mail-events'
/** As long as the reports on messages are shown. */
const RETENTION_MS = 90 * DAY_MS
/** Longer than any signature is believed, in either direction. */
const EVENT_RETENTION_MS = 3 * DAY_MS

/** Bounces and complaints, from a mailbox or from the webhooks of a mail service. */
export function openBounces(foundation: Foundation<BounceDatabase>, { connections, fetchText = internet(foundation) }: BounceNeeds) {
  const { db, addressHash, keyedHash, limiter, clock, keyring, linkBase, useReports } = foundation
  const bounces = createBounceStore(db, addressHash)
  const positions = createPositionStore(db)
  const sandbox = createReportSandbox()
  const closing = new AbortController()
  // With a wrong ADMIN_SECRET, addresses cannot be put on the suppression list: reports wait.
  const isReady = () => keyring.fault === null
  const server = () => (isReady() ? findMailboxServer(connections.get(MAILBOX)) : null)
  const faultOf = (id: string) => {
    const { fault } = connections.get(id)
    return fault === null ? null : describeSealedFault(fault)
  }

  const reported = <T>(reading: () => Promise<T>): Promise<T> =>
    useReports.run({ id: MAILBOX }, reading, 'Readable', (error) =>
      error instanceof MailboxFailure && !closing.signal.aborted ? { ok: false, message: failureText(error) } : null,
    )

  const mailbox: OutsideSystem = {
    id: MAILBOX,
    name: 'Bounce mailbox',
    kind: 'mail_service',
    configured: () => typeof connections.get(MAILBOX).settings['host'] === 'string',
    settings: () => connections.get(MAILBOX).settings,
    fault: () => faultOf(MAILBOX),
    form: mailboxForm,
    async note() {
      const at = await positions.readAt()
      return at === null ? null : `Last read ${formatInstant(at)}`
    },
    async check({ signal }) {
      const wanted = findMailboxServer(connections.get(MAILBOX))
      if (wanted === null) throw new CheckFailed('Not configured')
      try {
        return `Readable, ${await checkMailbox(wanted, signal)} messages`
      } catch (error) {
        throw error instanceof MailboxFailure ? new CheckFailed(failureText(error), { cause: error }) : error
      }
    },
  }
  const service: OutsideSystem = {
    id: SERVICE,
    name: 'Bounce webhooks',
    kind: 'mail_service',
    configured: () => connections.get(SERVICE).settings['service'] !== undefined,
    settings() {
      const { settings } = connections.get(SERVICE)
      return settings['service'] === undefined
        ? {}
        : { ...settings, url: `${linkBase.origin}/api/mail-events/${String(settings['service'])}` }
    },
    fault: () => faultOf(SERVICE),
    form: serviceForm,
  }

  return {
    systems: [mailbox, service] as const,
    routes: (app) =>
      registerMailEvents(app, {
        readers: { ses: createSesReader({ fetchText }), postmark: readPostmark, mailgun: readMailgun, resend: readResend },
        inUse() {
          if (!isReady()) throw new AppError('service_unavailable', 'ADMIN_SECRET does not match; try again later')
          return findBounceService(connections.get(SERVICE))
        },
        bounces,
        clock,
        // Anybody can send what is refused, so only what was accepted says something.
        onAccepted: () => useReports.add({ id: SERVICE }, { ok: true, message: 'Receiving its requests' }, clock.now()),
        limiter,
        keyedHash,
      }),
    tasks: [
      {
        name: 'reading the bounce mailbox',
        everyMs: MINUTE_MS,
        run: () => pollMailbox({ server, positions, bounces, sandbox, clock, signal: closing.signal, reported }),
      },
      {
        name: 'deleting old bounces',
        everyMs: HOUR_MS,
        async run() {
          await bounces.deleteBefore(clock.now() - RETENTION_MS)
          await bounces.deleteEventsBefore(clock.now() - EVENT_RETENTION_MS)
        },
      },
    ],
    async close() {
      closing.abort()
      await sandbox.close()
    },
  } satisfies Feature & { systems: readonly OutsideSystem[] }
}

const failureText = ({ message }: MailboxFailure): string => `Cannot be read: ${message}`

function internet({ client }: Foundation): NonNullable<BounceNeeds['fetchText']> {
  return async (url) => {
    const { status, body } = await client.get(url, { isPublicOnly: true, maxBytes: 64 * 1024 }).catch((error: unknown) => {
      throw new AppError('service_unavailable', 'Amazon cannot be reached', { cause: error })
    })
    if (status !== 200) throw new AppError('service_unavailable', `Amazon answered with status ${status}`)
    return body.toString()
  }
}
