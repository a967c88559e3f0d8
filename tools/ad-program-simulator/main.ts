import { parseArgs } from 'node:util'
import { startAdProgramSimulator } from './simulator.ts'

const USAGE = 'node tools/ad-program-simulator/main.ts [--port 4020] [--host 127.0.0.1]'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4020' },
    host: { type: 'string', default: '127.0.0.1' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help || !/^\d{1,5}$/.test(values.port)) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}

const simulator = await startAdProgramSimulator({ port: Number(values.port), host: values.host })
console.log(`ad program simulator on ${simulator.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
