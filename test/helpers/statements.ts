import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Where each process of a run writes the statements that its apps sent, as a JSON array in its own file; see `tools/statements`. */
const folder = process.env['TEST_STATEMENTS']
const statements = new Set<string>()

/** The prefix of a statement that only an earlier release's schema accepts; it is not tried on other servers. */
export const PAST_SCHEMA = '/* past schema */'

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** From now on keeps every statement that a pool of this process runs without an error. */
export function keepStatements(): void {
  if (folder === undefined || statements.size > 0) return
  // Marks this as done: the query function must be wrapped only once.
  statements.add('select 1')
  const query = pg.Client.prototype.query as unknown as Query
  const recording: Query = function (config, ...rest) {
    const text = typeof config === 'string' ? config : (config as { text?: string } | null)?.text
    // Pools pass a callback.
    const callback = rest.at(-1)
    if (text === undefined || typeof callback !== 'function') return Reflect.apply(query, this, [config, ...rest])
    const recorded = (error: unknown, result: unknown): void => {
      if (!error && !text.startsWith(PAST_SCHEMA)) statements.add(text)
      Reflect.apply(callback, undefined, [error, result])
    }
    return Reflect.apply(query, this, [config, ...rest.slice(0, -1), recorded])
  }
  pg.Client.prototype.query = recording as unknown as typeof pg.Client.prototype.query
  process.once('exit', () => writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...statements])))
}
