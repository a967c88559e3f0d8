import type { Kysely } from 'kysely'
import { AppError, type ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { SecondLevel } from '../../../platform/cache/second-level.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { UpstreamClient } from '../../../platform/upstream/client.ts'
import type { Actor } from '../../../admin/access/index.ts'
import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Connections, ConnectionTables } from '../../operations/connections/index.ts'
import { createEarningsStore } from './earnings-store.ts'
import { createManagementApi } from './management-api.ts'
import { createOAuth } from './oauth.ts'
import { findPermission } from './permission.ts'
import type { RangeName } from './ranges.ts'
import { type ConnectionView, createReport, type EarningsView } from './report.ts'
import { configured, createSignIn, type SignIn } from './sign-in.ts'
import { createSignInStore } from './sign-in-store.ts'
import { createSync } from './sync.ts'
import { createSyncStore } from './sync-store.ts'
import { AD_PROGRAM } from './system.ts'
import type { AdProgramTables } from './tables.ts'

/** The reports of the ad program: the permission to read them, and their figures. */
export interface AdProgram extends SignIn {
  readonly isConfigured: boolean
  connection(): Promise<ConnectionView>
  earnings(range: RangeName): Promise<EarningsView>
  /** Syncs now. False: another sync is in flight. @throws AppError */
  sync(actor: Actor): Promise<boolean>
  /** Requests only an access token; false without a permission. @throws AdProgramFailure */
  check(): Promise<boolean>
  /** Resolves when no background sync is running. */
  drain(): Promise<void>
  close(): Promise<void>
}

export interface AdProgramOptions {
  readonly db: Kysely<AdProgramTables & AuditTables & ConnectionTables>
  /** Where the permission is kept, and the switch. */
  readonly connections: Connections
  /** For the lease of a sync. */
  readonly level: Pick<SecondLevel, 'lease'>
  /** Reports take longer than weather and need their own client. Closed with this service. */
  readonly client: UpstreamClient
  /** Null: not configured. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string } | null
  readonly baseUrl: URL
  /** Null: Google's. */
  readonly oauthBaseUrl: URL | null
  /** `ca-pub-…`; null: the one that the permission covers. */
  readonly publisher: string | null
  readonly sealing: Sealing
  readonly clock: Clock
  readonly onError: ReportError
}

/** The ad program, assembled from sign-in, sync and report. */
export function createAdProgram(options: AdProgramOptions): AdProgram {
  const { db, client, credentials, baseUrl, oauthBaseUrl, publisher, ...surroundings } = options
  const { connections, clock } = options
  const isEnabled = (): boolean => connections.isEnabled(AD_PROGRAM)
  const store = createSyncStore(db)
  const oauth = credentials === null ? null : createOAuth({ client, ...credentials, baseUrl: oauthBaseUrl })
  const sync =
    oauth === null
      ? null
      : createSync({
          ...surroundings,
          store,
          oauth,
          api: createManagementApi({ client, baseUrl }),
          account: publisher === null ? null : publisher.replace(/^ca-/, 'accounts/'),
        })
  const signIns = createSignInStore(db)
  const signIn = createSignIn({ ...surroundings, signIns, store, oauth })
  const earnings = createEarningsStore(db)
  const report = createReport({ permission: () => findPermission(connections, store), earnings, sync, isEnabled, clock })

  function checkEnabled(): void {
    if (!isEnabled()) throw new AppError('service_unavailable', 'The ad program is turned off in the back office')
  }

  return {
    ...report,
    isConfigured: sync !== null,
    begin: signIn.begin,
    end: signIn.end,
    async finish(session, callback, actor) {
      const outcome = await signIn.finish(session, callback, actor)
      if (outcome === 'connected' && isEnabled()) sync?.refresh()
      return outcome
    },
    async sync(actor) {
      const reading = configured(sync)
      checkEnabled()
      return reading.now(actor)
    },
    async check() {
      return (await sync?.check()) ?? false
    },
    async drain() {
      await sync?.drain()
    },
    async close() {
      await Promise.all([sync?.close(), client.close()])
    },
  }
}
