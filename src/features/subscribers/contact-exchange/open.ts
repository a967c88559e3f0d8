import type { Feature, Foundation } from '../../../foundation.ts'
import { MINUTE_MS } from '../../../time.ts'
import { CheckFailed, type Connections, KeyRefused, type StoredKey } from '../../operations/connections/index.ts'
import { registerContactExchangeAdmin } from './admin.ts'
import { MAIL_SERVICE, mailService } from './connection.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { createExchangeStore, type ExchangeDatabase } from './exchange-store.ts'
import { createPace } from './pace.ts'
import { MailServiceFailure } from './port.ts'
import { createResend } from './resend.ts'

/** Below the five requests a second that Resend allows. */
const CALLS_PER_SECOND = 4

/** Keeps contacts and suppressions in sync with the mail service. */
export function openContactExchange(foundation: Foundation<ExchangeDatabase>, { connections }: { readonly connections: Connections }) {
  const { config, db, level, client, clock, keyring, addressHash, onError } = foundation
  const { MAIL_SERVICE_BASE_URL: baseUrl, MAIL_SERVICE_API_KEY: fromEnvironment } = config
  const serviceWith = (key: () => string | null) => createResend({ client, baseUrl, key, pace: createPace(CALLS_PER_SECOND) })
  const key = (): string | null => connections.key(MAIL_SERVICE, fromEnvironment)
  const service = serviceWith(key)
  const exchange: Exchange = createExchange({
    store: createExchangeStore(db),
    level,
    service,
    configured: () => key() !== null && keyring.fault === null,
    addressHash,
    clock,
    onError,
  })
  const storedKey: StoredKey = {
    id: MAIL_SERVICE,
    fromEnvironment,
    async verify(candidate, { signal }) {
      try {
        await serviceWith(() => candidate).check(signal)
        return 'Responding normally'
      } catch (error) {
        if (!(error instanceof MailServiceFailure)) throw error
        const isRefused = error.kind === 'refused_key' || error.kind === 'restricted_key'
        throw new (isRefused ? KeyRefused : CheckFailed)(error.message, { cause: error })
      }
    },
  }
  return {
    ...exchange,
    storedKey,
    system: mailService({ service, configured: () => key() !== null, baseUrl }),
    adminRoutes: (app) => registerContactExchangeAdmin(app, exchange),
    tasks: [{ name: 'exchanging contacts with the mail service', everyMs: MINUTE_MS, run: () => exchange.goOn() }],
  } satisfies Feature & Exchange & { storedKey: StoredKey; system: unknown }
}
