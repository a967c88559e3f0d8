import type { Actor } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { createUpstreamClient } from '../../../platform/upstream/client.ts'
import { computeAgeMs } from '../../../time.ts'
import { VERSION } from '../../../version.ts'
import type { Connections, ConnectionTables } from '../../operations/connections/index.ts'
import type { Jobs } from '../../operations/jobs/index.ts'
import { AdProgramFailure, toAdProgramError, type Problem, describeAdProgramProblem } from './failure.ts'
import { createManagementApi } from './management-api.ts'
import { createOAuth } from './oauth.ts'
import { type RangeName, computeDayRange } from './ranges.ts'
import type { Connection, EarningsAnswer } from './schemas.ts'
import { requireConfiguredPart, createSignIn } from './sign-in.ts'
import { AD_PROGRAM, type AdProgramTables, createAdProgramStore, type Figures, type KeyFigures } from './store.ts'
import { summariseAttempts, createSync, type Permission, STALE_MS, type SyncOptions } from './sync.ts'

const JOB = 'ad-program-sync'
const MAX_KEYS = 250
/** Reports take seconds, and so have their own client. Nobody waits, except for a sync that was started by hand. */
const CLIENT = { timeoutMs: 20_000, maxBytes: 8 * 1024 * 1024, maxConcurrent: 4, userAgent: `Isobar/${VERSION}` }

export interface AdProgramNeeds {
  /** Where the permission is stored, and the switch. */
  readonly connections: Connections
  readonly jobs: Pick<Jobs, 'start' | 'listSince'>
  /** The placement of a slot; null: not placed. */
  readonly placementOf: (slotId: string) => string | null
}

export type AdProgram = ReturnType<typeof createAdProgram>

/** The reports of the ad program: the permission to read them, and their figures. */
export function createAdProgram(
  { config, db, keyedHash, clock, useReports, onError, settings: inForce }: Foundation<AdProgramTables & AuditTables & ConnectionTables>,
  { connections, jobs, placementOf }: AdProgramNeeds,
) {
  const { AD_PROGRAM_OAUTH_CLIENT_ID: clientId, AD_PROGRAM_OAUTH_CLIENT_SECRET: clientSecret } = config
  const { AD_PROGRAM_BASE_URL: baseUrl, AD_PROGRAM_OAUTH_BASE_URL: oauthBaseUrl } = config
  const client = createUpstreamClient(CLIENT)
  const store = createAdProgramStore(db)
  const isConfigured = clientId !== null && clientSecret !== null
  const oauth = isConfigured ? createOAuth({ client, clientId, clientSecret, baseUrl: oauthBaseUrl }) : null
  const account = (): string | null => inForce.current().adClientId?.replace(/^ca-/, 'accounts/') ?? null
  const api = createManagementApi({ client, baseUrl })
  const reported: SyncOptions['reported'] = (reading, signal) =>
    useReports.run({ id: AD_PROGRAM }, reading, 'Responding normally', (error) =>
      error instanceof AdProgramFailure && !signal.aborted ? { ok: false, message: describeAdProgramProblem(error.problem) } : null,
    )
  const sync = oauth && createSync({ findPermission, store, oauth, api, account, clock, reported })
  const signIn = createSignIn({ connections, store, oauth, keyedHash, clock, onError })
  const isEnabled = (): boolean => connections.isEnabled(AD_PROGRAM)

  async function findPermission(): Promise<Permission | null> {
    const { secret, fault, secretUpdatedAt, settings } = connections.get(AD_PROGRAM)
    if (secretUpdatedAt === null) return null
    const attempts = summariseAttempts(await jobs.listSince(JOB, secretUpdatedAt))
    return {
      connectedAt: secretUpdatedAt,
      connectedBy: typeof settings['connectedBy'] === 'string' ? settings['connectedBy'] : null,
      refreshToken: secret,
      isConnected: (secret !== null || fault !== null) && attempts.problem?.code !== 'revoked',
      synced: await store.findSynced(secretUpdatedAt),
      attempts,
    }
  }

  /** Starts a sync in the background if one is due and none is running on any node. Never throws. */
  async function refresh(): Promise<void> {
    try {
      const permission = await findPermission()
      const now = clock.now()
      if (sync === null || !isEnabled() || !permission?.isConnected || permission.attempts.dueAt > now) return
      const isWanted: (runs: Parameters<typeof summariseAttempts>[0]) => boolean = (runs) => summariseAttempts(runs).dueAt <= now
      await jobs.start(JOB, { trigger: 'scheduler', wanted: { since: permission.connectedAt, isWanted } })
    } catch (error) {
      onError(error, "starting to read the ad program's report")
    }
  }

  function viewOf(permission: Permission | null): Connection {
    const {
      synced = null,
      attempts = summariseAttempts([]),
      isConnected = false,
      connectedAt = null,
      connectedBy = null,
    } = permission ?? {}
    const { problem, isRunning } = attempts
    const ageMs = synced === null ? null : computeAgeMs(synced.syncedAt, clock.now())
    return {
      status: sync === null ? 'not_configured' : !isEnabled() ? 'disabled' : isConnected ? 'connected' : 'disconnected',
      account: synced?.account ?? null,
      connectedAt: instantOf(connectedAt),
      connectedBy,
      syncedAt: instantOf(synced?.syncedAt ?? null),
      ageSeconds: ageMs === null || ageMs === Infinity ? null : Math.floor(ageMs / 1_000),
      stale: ageMs === null || ageMs >= STALE_MS,
      syncing: isRunning,
      problem: problem && {
        code: problem.code,
        message: describeAdProgramProblem(problem.code),
        at: new Date(problem.at).toISOString(),
        retryAt: isConnected ? instantOf(problem.retryAt) : null,
      },
      simulated: synced?.simulated ?? false,
    }
  }

  return {
    isConfigured,
    jobs: sync === null ? [] : [sync.job],
    begin: signIn.begin,
    end: signIn.end,
    /** @throws AppError */
    async finish(session: string, callback: URL, actor: Actor): Promise<'connected' | 'denied'> {
      const outcome = await signIn.finish(session, callback, actor)
      if (outcome === 'connected') await refresh()
      return outcome
    },

    connection: async (): Promise<Connection> => viewOf(await findPermission()),

    /** Earnings from the tables; if they are stale, a sync starts in the background. */
    async earnings(name: RangeName): Promise<EarningsAnswer> {
      await refresh()
      const permission = await findPermission()
      const range = computeDayRange(name, clock.now())
      // Figures without a sync are those of a former permission.
      const hasFigures = permission !== null && permission.synced !== null
      const days = hasFigures ? await store.listDays(range) : []
      const slots = hasFigures ? await store.listKeys('slot', range, MAX_KEYS) : []
      const countries = hasFigures ? await store.listKeys('country', range, MAX_KEYS) : []
      return {
        range: name,
        ...range,
        connection: viewOf(permission),
        currency: permission?.synced?.currency ?? null,
        totals: sumOf(days),
        days: days.map((day) => renamed('date', day)),
        slots: slots.map((slot) => ({ ...renamed('slotId', slot), placement: placementOf(slot.key) })),
        countries: countries.map((country) => renamed('country', country)),
      }
    },

    /**
     * Syncs now. False: another sync is running.
     * @throws AppError `service_unavailable` if it is not configured or switched off, `conflict` without a permission, and the error for the
     * ad program's failure
     */
    async sync(actor: Actor): Promise<boolean> {
      requireConfiguredPart(sync)
      if (!isEnabled()) throw new AppError('service_unavailable', 'The ad program is turned off in the back office')
      const permission = await findPermission()
      if (!permission?.isConnected) throw new AppError('conflict', 'No access to the reports. Please connect the ad program first.')
      const started = await jobs.start(JOB, { trigger: 'admin' })
      if (started.kind !== 'started') return false
      const { result, error } = await started.finished
      if (result === null) throw error
      const { status, problem, retryAfterSeconds, account: id, rows } = result
      if (status === 'failed') {
        throw toAdProgramError({ problem: problem as Problem, retryAfterSeconds: retryAfterSeconds as number | undefined })
      }
      await recordAudit(db, {
        at: clock.now(),
        actor,
        action: 'adprogram.sync',
        object: { type: 'adprogram', id: String(id) },
        after: { rows },
      })
      return true
    },

    /** Requests only an access token; false without a permission. @throws AdProgramFailure */
    check: async (): Promise<boolean> => (await sync?.check()) ?? false,
    close: (): Promise<void> => client.close(),
  }
}

function instantOf(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString()
}

/** Renames `key` to the answer's field name. */
function renamed<Name extends string>(name: Name, { key, ...rest }: KeyFigures) {
  return { [name]: key, ...rest } as { [each in Name]: string } & typeof rest
}

function sumOf(days: readonly Figures[]): Figures {
  const sum = (of: (figures: Figures) => number): number => days.reduce((total, each) => total + of(each), 0)
  return {
    // The sum has the noise of binary fractions, which six decimals cut off.
    earnings: Number(sum(({ earnings }) => earnings).toFixed(6)),
    pageViews: sum(({ pageViews }) => pageViews),
    adRequests: sum(({ adRequests }) => adRequests),
    impressions: sum(({ impressions }) => impressions),
    clicks: sum(({ clicks }) => clicks),
  }
}
