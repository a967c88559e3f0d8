import { serveInProcess } from '../../src/commands/serve.ts'
import { loadConfig } from '../../src/config/config.ts'
import { readEnvironment } from '../../src/config/env.ts'
import { openSources } from './sources.ts'

/** The service with pages rendered from their sources. `npm run dev` starts it on the simulators. */
const { site } = await openSources()
await serveInProcess(loadConfig(readEnvironment()), site)
