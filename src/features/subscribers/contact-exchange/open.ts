import type { Feature, Foundation } from '../../../foundation.ts'
import { UpstreamFailure } from '../../../platform/upstream/client.ts'
import {
  CheckFailed,
  type Connections,
  KeyRefused,
  type OutsideSystem,
  formatShownUrl,
  type StoredKey,
} from '../../operations/connections/index.ts'
import type { Job, Jobs } from '../../operations/jobs/index.ts'
import { registerContactExchangeAdmin } from './admin.ts'
import { createExchangeStore, type ExchangeDatabase } from './exchange-store.ts'
import { createExchangeJob } from './exchange.ts'
import { createResend, MailServiceFailure, type Resend } from './resend.ts'

export interface ContactExchangeNeeds {
  readonly connections: Connections
  readonly jobs: Jobs
}

const MAIL_SERVICE = 'mail-service'
const RESPONDING = 'Responding normally'

/** Keeps contacts and suppressions in sync with the mail service. */
export function openContactExchange(foundation: Foundation<ExchangeDatabase>, { connections, jobs }: ContactExchangeNeeds) {
  const { config, db, client, clock, keyring, addressHash, useReports } = foundation
  const { MAIL_SERVICE_BASE_URL: baseUrl, MAIL_SERVICE_API_KEY: fromEnvironment } = config
  const serviceWith = (key: () => string | null) => createResend({ client, baseUrl, key })
  const key = (): string | null => connections.key(MAIL_SERVICE, fromEnvironment)
  const service = reportedService(serviceWith(key), (call) =>
    useReports.run({ id: MAIL_SERVICE }, call, RESPONDING, (error) =>
      // That one contact is refused says nothing about the service.
      error instanceof MailServiceFailure && error.kind !== 'rejected' && !isCutOff(error) ? { ok: false, message: error.message } : null,
    ),
  )
  const storedKey: StoredKey = {
    id: MAIL_SERVICE,
    fromEnvironment,
    async verify(candidate, { signal }) {
      try {
        await serviceWith(() => candidate).check(signal)
        return RESPONDING
      } catch (error) {
        if (!(error instanceof MailServiceFailure)) throw error
        const isRefused = error.kind === 'refused_key' || error.kind === 'restricted_key'
        throw new (isRefused ? KeyRefused : CheckFailed)(error.message, { cause: error })
      }
    },
  }
  const system: OutsideSystem = {
    id: MAIL_SERVICE,
    name: 'Email service',
    kind: 'mail_service',
    configured: () => key() !== null,
    settings: () => ({ baseUrl: formatShownUrl(baseUrl) }),
    async check({ signal }) {
      try {
        await service.check(signal)
        return RESPONDING
      } catch (error) {
        throw error instanceof MailServiceFailure ? new CheckFailed(error.message, { cause: error }) : error
      }
    },
  }
  const configured = (): boolean => key() !== null && keyring.fault === null
  return {
    job: createExchangeJob({ store: createExchangeStore(db), service, addressHash, clock }),
    storedKey,
    system,
    adminRoutes: (app) => registerContactExchangeAdmin(app, { jobs, configured }),
  } satisfies Feature & { job: Job; storedKey: StoredKey; system: OutsideSystem }
}

/** The service, each of whose calls goes through `run`. */
function reportedService(service: Resend, run: <T>(call: () => Promise<T>) => Promise<T>): Resend {
  return {
    name: service.name,
    listContacts: (after, signal) => run(() => service.listContacts(after, signal)),
    putContact: (contact, signal) => run(() => service.putContact(contact, signal)),
    deleteContact: (email, signal) => run(() => service.deleteContact(email, signal)),
    listSuppressions: (after, signal) => run(() => service.listSuppressions(after, signal)),
    check: service.check,
  }
}

/** Whether the caller has cut off the call. */
const isCutOff = ({ cause }: MailServiceFailure): boolean => cause instanceof UpstreamFailure && cause.kind === 'aborted'
