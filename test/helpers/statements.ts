import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Where each process of a run writes the statements that its apps have sent, as a JSON array in a file of its own; see `tools/statements`. */
const folder = process.env['TEST_STATEMENTS']
const statements = new Set<string>()

/** What a statement begins with that only a schema of an earlier release takes: other servers are not tried with it. */
export const PAST_SCHEMA = '/* past schema */'

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** From now on every statement that a pool of this process runs without an error is kept. */
export function keepStatements(): void {
  if (folder === undefined || statements.size > 0) return
  // So that nothing is kept twice.
  statements.add('select 1')
  const query = pg.Client.prototype.query as unknown as Query
  const keeping: Query = function (config, ...rest) {
    const text = typeof config === 'string' ? config : (config as { text?: string } | null)?.text
    // Pools ask by callback.
    const callback = rest.at(-1)
    if (text === undefined || typeof callback !== 'function') return Reflect.apply(query, this, [config, ...rest])
    const kept = (error: unknown, result: unknown): void => {
      if (!error && !text.startsWith(PAST_SCHEMA)) statements.add(text)
      Reflect.apply(callback, undefined, [error, result])
    }
    return Reflect.apply(query, this, [config, ...rest.slice(0, -1), kept])
  }
  pg.Client.prototype.query = keeping as unknown as typeof pg.Client.prototype.query
  process.once('exit', () => writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...statements])))
}
