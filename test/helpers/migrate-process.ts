/**
 * A node that only migrates, for tests of several at once: waits for a line on its standard input, then migrates the database argv[2] with
 * the folder argv[3] and prints one JSON line (`{ ran }`, the names it ran itself, or `{ error }`).
 */
import { once } from 'node:events'
import { openDatabase } from '../../src/platform/db/database.ts'
import { migrateDatabase } from '../../src/platform/db/migrate.ts'
import { PATIENCE } from './database.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const [, , connection = '', folder = ''] = process.argv

const database = await openDatabase({ connection, maxConnections: 2, log: silent, applicationName: 'migrating-node', patience: PATIENCE })
console.log('ready')
await once(process.stdin, 'data')
try {
  console.log(JSON.stringify({ ran: await migrateDatabase({ pool: database.pool, folder, log: silent }) }))
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }))
} finally {
  await database.close()
  process.stdin.destroy()
}
