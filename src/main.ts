import { COMMANDS, formatUsage } from './commands/index.ts'
import { loadConfig } from './config/config.ts'
import { readEnvironment } from './config/env.ts'
import { StartupError } from './platform/startup-error.ts'
import { VERSION } from './version.ts'

/** The entry point: `main.ts [command] [arguments]`. A fault that the operator can fix prints one clear line and exits with its status. */
const [name = 'serve', ...args] = process.argv.slice(2)

try {
  if (['--help', '-h', 'help'].includes(name)) console.log(formatUsage())
  else if (['--version', '-v'].includes(name)) console.log(VERSION)
  else if (Object.hasOwn(COMMANDS, name)) await COMMANDS[name]?.run(loadConfig(readEnvironment()), args)
  else {
    console.error(`isobar: there is no command ${name.slice(0, 100)}\n\n${formatUsage()}`)
    process.exitCode = 2
  }
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(`isobar: ${error.message}`)
  process.exit(error.exitStatus)
}
