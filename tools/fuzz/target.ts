import { REQUEST_LIMITS } from '../../src/features/operations/settings/index.ts'
import { cookieOf } from '../../test/helpers/admin.ts'
import { CRON_SECRET, createTestApp, type TestApp } from '../../test/helpers/app.ts'
import type { ApiDocument } from '../../test/helpers/openapi.ts'
import { UNLIMITED } from '../../test/helpers/unlimited.ts'
import type { Credentials } from './requests.ts'

export interface FuzzedService {
  readonly app: TestApp
  readonly document: ApiDocument
  /** An owner's session, and the cron secret. */
  credentials(n: number): Promise<Credentials>
}

const OWNER = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'correct horse battery' }
const RENEW_EVERY = 25
/** The clock advances by a second after this many requests. */
const TICK_EVERY = 5

/** A separate service with the simulator, without limits, whose clock advances with the requests. */
export async function startFuzzed(): Promise<FuzzedService> {
  const env = {
    RADAR_SOURCE: 'dwd',
    ...OWNER,
    ...UNLIMITED,
    AD_PROGRAM_CLIENT_ID: 'ca-pub-1234567890123456',
    OPENWEATHER_DAILY_LIMIT: '100000000',
    OPENWEATHER_MINUTE_LIMIT: '1000000',
  }
  const app = await createTestApp({ env })
  const document: ApiDocument = (await app.get('/api/openapi.json')).body
  // The first of these loads the list of towns, which takes a second of processor time.
  for (const path of ['/api/geocode?q=zzzz', '/api/location/name?lat=0&lon=0']) await app.get(path)
  const { users, storage, limiter } = app.services
  const owner = await users.users.findByEmail(OWNER.ADMIN_EMAIL)
  let renewing: Promise<string> | undefined

  async function newSession(): Promise<string> {
    // Fuzzed requests may set limits, end sessions and take away the owner's role.
    for (const name of REQUEST_LIMITS) limiter.setLimit(name, 0)
    return cookieOf(await users.sessions.start(storage.database.kysely, { userId: owner?.id ?? '', userAgent: null, country: null }))
  }

  return {
    app,
    document,
    async credentials(n) {
      if (n % TICK_EVERY === 0) app.clock.advance({ seconds: 1 })
      if (renewing === undefined || n % RENEW_EVERY === 0) renewing = newSession().catch(() => 'service_admin_session=none')
      return { sessionCookie: await renewing, cronSecret: CRON_SECRET }
    },
  }
}
