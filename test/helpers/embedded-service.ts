/**
 * A service reduced to its embedded database, for tests that kill it: starts the database in argv[2], prints one JSON line
 * (`{ pid, connection }` or `{ error }`), and runs until it is killed or its standard input ends.
 */
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/embedded.ts'
import { StartupError } from '../../src/platform/startup-error.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

try {
  const embedded = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: silent })
  console.log(JSON.stringify({ pid: embedded.pid, connection: embedded.connection }))
  process.stdin.resume()
  process.stdin.once('end', () => void embedded.stop())
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof StartupError ? error.message : String(error) }))
  process.exitCode = 1
}
