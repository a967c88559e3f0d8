import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startComposeProxy } from '../../../test/helpers/edges.ts'
import { freePort } from '../../../tools/listen.ts'
import { createSteppedClock, type SteppedClock } from './clock.ts'
import { createDisturbances, type Disturbances } from './disturbances.ts'
import { createLink, type Link } from './network.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { postmasterOf } from './processes.ts'
import { type Node, type NodeOptions, startNode } from './service.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { type Smtp, startSmtp } from './smtp.ts'
import { startUpstream, type Upstream } from './upstream.ts'
import { startValkey, type Valkey } from './valkey.ts'

/** The service and everything around it. */
export interface Rig {
  readonly nodes: readonly Node[]
  readonly upstream: Upstream
  readonly smtp: Smtp
  readonly clock: SteppedClock
  readonly disturbances: Disturbances
  readonly postgres: PostgresServer | undefined
  readonly valkey: Valkey | undefined
  readonly disk: SmallDisk | undefined
  /** The proxy that all traffic passes through; undefined: clients talk to the nodes directly. */
  readonly frontUrl: string | undefined
  /** By node; empty without a separate network. */
  readonly links: readonly NodeLinks[]
  readonly dir: string
  /** The cluster of the PostgreSQL that a node uses. */
  clusterDir(node: number): string
  /** Runs a statement outside the service. */
  query<R extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<R[]>
  close(): Promise<void>
}

/** The links of a node that can be cut. */
export interface NodeLinks {
  readonly front: Link
  readonly database: Link
  readonly valkey: Link | undefined
}

export interface RigOptions extends Pick<NodeOptions, 'onLog' | 'onOwnEnd' | 'onBadStop' | 'onOutage'> {
  readonly nodes: number
  readonly workers: number
  /** Puts the nodes behind the shipped proxy, each over its own links. Needs a separate network. */
  readonly isCuttable?: boolean
  /** Called when something that was asked for is not possible here. */
  readonly say: (line: string) => void
}

export const DEADLINES = { upstreamMs: 1_500, requestMs: 3_000, batchMs: 4_000 }
export const BUDGET = { perMinute: 400, perDay: 100_000 }

/** None of these may ever appear in an answer or a log. */
export const SECRETS = {
  upstreamKey: 'torture-upstream-key-4f8a1d2c9e',
  adminSecret: 'torture-admin-secret-0a1b2c3d4e5f',
  cronSecret: 'torture-cron-secret-77aa88bb99',
  metricsToken: 'torture-metrics-token-5e6f7a8b9c',
  ownerPassword: 'torture owner password 31415926',
}
export const OWNER_EMAIL = 'owner@operator.example'

export async function buildRig(options: RigOptions): Promise<Rig> {
  const { nodes: count, say, isCuttable = false } = options
  const listenOn = isCuttable ? '0.0.0.0' : '127.0.0.1'
  const dir = mkdtempSync(join(tmpdir(), 'isobar-torture-'))
  // Started by root, PostgreSQL runs as another account.
  chmodSync(dir, 0o755)
  const disk = mountSmallDisk(dir)
  if (disk === undefined && !isCuttable) say('NOT TRIED: a full disk. It needs root and a separate mount namespace.')
  // Not in the folder, whose disk may be full when the clock steps.
  const clockDir = mkdtempSync(join(tmpdir(), 'isobar-torture-clock-'))
  const clock = createSteppedClock(join(clockDir, 'clock'))
  const disturbances = createDisturbances()
  const upstream = await startUpstream(clock)
  const smtp = await startSmtp()
  const postgres = count > 1 ? await startPostgres(join(dir, 'server'), listenOn) : undefined
  const valkey = count > 1 ? await startValkey(dir, listenOn) : undefined
  if (count > 1 && valkey === undefined) say('NOT TRIED: Valkey. This machine has neither valkey-server nor redis-server.')

  // One public address, whichever node answers; the ports stay the same across restarts.
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const links = isCuttable && postgres !== undefined ? ports.map((port, index) => linksOf(index, { port, postgres, valkey })) : []
  const proxied = links.map((link) => link.front)
  const front = proxied.length === 0 ? undefined : await startComposeProxy(proxied, options.onLog)
  const frontUrl = front === undefined ? undefined : `http://127.0.0.1:${front.port}`
  const dataDir = (index: number): string => join(dir, `node-${index}`)
  const nodes = ports.map((port, index) => {
    mkdirSync(dataDir(index), { mode: 0o755 })
    return startNode({
      ...options,
      index,
      disturbances,
      env: {
        TORTURE_CLOCK_FILE: clock.file,
        PORT: String(port),
        ...(isCuttable ? { HOST: '0.0.0.0' } : {}),
        WORKERS: String(options.workers),
        PUBLIC_URL: frontUrl ?? `http://localhost:${ports[0]}`,
        DATA_DIR: dataDir(index),
        TRUST_PROXY: '1',
        LOG_LEVEL: 'info',
        ...(postgres === undefined ? {} : { DATABASE_URL: through(postgres.url, links[index]?.database) }),
        ...(valkey === undefined ? {} : { VALKEY_URL: through(valkey.url, links[index]?.valkey) }),
        ADMIN_SECRET: SECRETS.adminSecret,
        ADMIN_EMAIL: OWNER_EMAIL,
        ADMIN_PASSWORD: SECRETS.ownerPassword,
        CRON_SECRET: SECRETS.cronSecret,
        METRICS_TOKEN: SECRETS.metricsToken,
        OPENWEATHER_API_KEY: SECRETS.upstreamKey,
        WEATHER_PROVIDERS: 'openweather,open-meteo',
        OPENWEATHER_BASE_URL: upstream.url,
        OPENWEATHER_TILES_BASE_URL: upstream.url,
        OPEN_METEO_BASE_URL: upstream.url,
        NWS_BASE_URL: upstream.url,
        MAIL_SERVICE_BASE_URL: upstream.url,
        UPSTREAM_TIMEOUT_MS: String(DEADLINES.upstreamMs),
        REQUEST_TIMEOUT_MS: String(DEADLINES.requestMs),
        BATCH_TIMEOUT_MS: String(DEADLINES.batchMs),
        OPENWEATHER_MINUTE_LIMIT: String(BUDGET.perMinute),
        OPENWEATHER_DAILY_LIMIT: String(BUDGET.perDay),
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Isobar <weather@operator.example>',
        SCHEDULER: 'on',
      },
    })
  })

  const clusterDir = (node: number): string => postgres?.clusterDir ?? join(dataDir(node), 'postgres')

  return {
    nodes,
    upstream,
    smtp,
    clock,
    disturbances,
    postgres,
    valkey,
    disk,
    frontUrl,
    links,
    dir,
    clusterDir,
    async query<R extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
      const embedded = postmasterOf(clusterDir(0))
      if (embedded === undefined) throw new Error('no database is running')
      const client = new pg.Client(
        postgres === undefined
          ? { host: embedded.socketDir, port: embedded.port, user: 'postgres', database: 'isobar', ssl: false }
          : { connectionString: postgres.url },
      )
      client.on('error', () => undefined)
      await client.connect()
      try {
        return (await client.query<R>(sql, values)).rows
      } finally {
        await client.end()
      }
    },
    async close() {
      await front?.stop()
      await postgres?.stop('SIGINT')
      await valkey?.kill()
      await smtp.close()
      await upstream.close()
      disk?.close()
      for (const folder of [dir, clockDir]) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

function linksOf(
  index: number,
  { port, postgres, valkey }: { readonly port: number; readonly postgres: PostgresServer; readonly valkey: Valkey | undefined },
): NodeLinks {
  return {
    database: createLink(`127.0.1.${index + 1}`, postgres.port),
    valkey: valkey && createLink(`127.0.2.${index + 1}`, valkey.port),
    front: createLink(`127.0.3.${index + 1}`, port),
  }
}

/** The same server at the link's address. */
function through(url: string, link: Link | undefined): string {
  return link === undefined ? url : url.replace('127.0.0.1', link.host)
}
