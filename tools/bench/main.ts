/**
 * `npm run bench [-- name]`: measurements side by side in one run, as ratios; absolute numbers depend on the machine. Without a name
 * it runs `hot`. `docs/performance.md` keeps figures and what they mean.
 */
const BENCHES: Readonly<Record<string, () => Promise<{ run(args: readonly string[]): Promise<void> }>>> = {
  history: () => import('./history/history.ts'),
  hot: () => import('./hot.ts'),
  pages: () => import('./pages.ts'),
  logins: () => import('./logins.ts'),
  mail: () => import('./mail.ts'),
  batch: () => import('./batch.ts'),
  digests: () => import('./digests.ts'),
  alerts: () => import('./alerts.ts'),
  lists: () => import('./lists.ts'),
  'recent-checks': () => import('./recent-checks.ts'),
  usage: () => import('./usage.ts'),
  warnings: () => import('./warnings.ts'),
  workers: () => import('./workers.ts'),
}

const [name = 'hot', ...args] = process.argv.slice(2)
const load = BENCHES[name]
if (load === undefined) {
  console.error(`no bench ${name}; there are ${Object.keys(BENCHES).join(', ')}`)
  process.exit(1)
}
const bench = await load()
await bench.run(args)
process.exit(0)
