import type { Feature, Foundation } from '../../../foundation.ts'
import {
  CheckFailed,
  type Connections,
  KeyRefused,
  type OutsideSystem,
  shownUrl,
  type StoredKey,
} from '../../operations/connections/index.ts'
import type { Job, Jobs } from '../../operations/jobs/index.ts'
import { registerContactExchangeAdmin } from './admin.ts'
import { createExchangeStore, type ExchangeDatabase } from './exchange-store.ts'
import { createExchangeJob } from './exchange.ts'
import { createResend, MailServiceFailure } from './resend.ts'

export interface ContactExchangeNeeds {
  readonly connections: Connections
  readonly jobs: Jobs
}

const MAIL_SERVICE = 'mail-service'
const RESPONDING = 'Responding normally'

/** Keeps contacts and suppressions in sync with the mail service. */
export function openContactExchange(foundation: Foundation<ExchangeDatabase>, { connections, jobs }: ContactExchangeNeeds) {
  const { config, db, client, clock, keyring, addressHash } = foundation
  const { MAIL_SERVICE_BASE_URL: baseUrl, MAIL_SERVICE_API_KEY: fromEnvironment } = config
  const serviceWith = (key: () => string | null) => createResend({ client, baseUrl, key })
  const key = (): string | null => connections.key(MAIL_SERVICE, fromEnvironment)
  const service = serviceWith(key)
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
    settings: () => ({ baseUrl: shownUrl(baseUrl) }),
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
