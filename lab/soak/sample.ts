import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readMetrics } from '../torture/rig/metrics.ts'
import type { Rig } from '../torture/rig/rig.ts'

/** The state of the first node and its database at one moment. Bytes unless the name says otherwise. */
export interface Sample {
  readonly seconds: number
  readonly heap: number
  readonly external: number
  /** In the process's own caches, each of which has a limit. */
  readonly cached: number
  readonly rss: number
  readonly handles: number
  readonly eventLoopDelayMs: number
  readonly disk: number
  readonly tables: Readonly<Record<string, number>>
}

const run = promisify(execFile)

/** Resolves to undefined if the service does not answer at the moment. */
export async function takeSample(rig: Rig, seconds: number): Promise<Sample | undefined> {
  try {
    const metrics = await readMetrics(rig.nodes[0]?.url() ?? '')
    const of = (name: string): number => metrics.get(name) ?? 0
    // Partitions count towards their table.
    const rows = await rig.query<{ name: string; bytes: string }>(
      `select coalesce(parent.relname, own.relname) as name, sum(pg_total_relation_size(own.oid)) as bytes
       from pg_class own left join pg_inherits on inhrelid = own.oid left join pg_class parent on parent.oid = inhparent
       where own.relkind = 'r' and own.relnamespace = 'public'::regnamespace group by 1 order by 1`,
    )
    const { stdout } = await run('du', ['-sk', rig.dir])
    return {
      seconds: Math.round(seconds),
      heap: of('nodejs_heap_size_used_bytes'),
      external: of('nodejs_external_memory_bytes'),
      cached: of('memory_cache_bytes'),
      rss: of('process_resident_memory_bytes'),
      handles: of('nodejs_active_handles_total'),
      eventLoopDelayMs: Math.round(of('nodejs_eventloop_lag_max_seconds') * 1_000),
      disk: Number(stdout.split('\t')[0]) * 1024,
      tables: Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)])),
    }
  } catch {
    return undefined
  }
}

/** One line for each sample, one column for each measure and each table. */
export function csvOf(samples: readonly Sample[]): string {
  const tables = [...new Set(samples.flatMap((sample) => Object.keys(sample.tables)))].sort()
  const measures = Object.keys(samples[0] ?? {}).filter((name) => name !== 'tables') as Exclude<keyof Sample, 'tables'>[]
  const lines = samples.map((sample) => [...measures.map((name) => sample[name]), ...tables.map((name) => sample.tables[name] ?? 0)])
  return [[...measures, ...tables], ...lines].map((cells) => `${cells.join(',')}\n`).join('')
}
