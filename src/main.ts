import { ROLES } from './commands/index.ts'
import { loadConfig } from './config/config.ts'
import { readEnvironment } from './config/env.ts'
import { StartupError } from './platform/startup-error.ts'

/** The entry point: `main.ts [role] [arguments]`. A fault that the operator can fix prints one clear line and exits with its status. */
const [name = 'serve', ...args] = process.argv.slice(2)
const role = ROLES[name]

try {
  if (role === undefined) throw new StartupError(`unknown command ${name}; available commands: ${Object.keys(ROLES).join(', ')}`)
  await role(loadConfig(readEnvironment()), args)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(`isobar: ${error.message}`)
  process.exit(error.exitStatus)
}
