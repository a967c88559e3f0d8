import { build } from '../../tools/build/build.ts'
import { runTable } from './table/run.ts'

/**
 * `npm run bench`: one table of ratios, each measured side by side in one run; absolute numbers depend on the machine. `npm run bench -- NAME`: one
 * area by itself, in more detail. `docs/performance.md` has figures and explains them.
 */
const BENCHES: Readonly<Record<string, () => Promise<{ run(args: readonly string[]): Promise<void> }>>> = {
  history: () => import('./history/history.ts'),
  pages: () => import('./pages.ts'),
  logins: () => import('./logins.ts'),
  mail: () => import('./mail.ts'),
  batch: () => import('./batch.ts'),
  digests: () => import('./digests.ts'),
  alerts: () => import('./alerts.ts'),
  lists: () => import('./lists.ts'),
  profile: () => import('./profile.ts'),
  'recent-checks': () => import('./recent-checks.ts'),
  usage: () => import('./usage.ts'),
  warnings: () => import('./warnings.ts'),
  memory: () => import('./memory.ts'),
  workers: () => import('./workers.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
await build()
if (name === '' || name.startsWith('-')) process.exit(await runTable(process.argv.slice(2)))
const load = BENCHES[name]
if (load === undefined) {
  console.error(`no bench ${name}; choose from ${Object.keys(BENCHES).join(', ')}, or give no name for the table`)
  process.exit(1)
}
const bench = await load()
await bench.run(args)
process.exit(0)
