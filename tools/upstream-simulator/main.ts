import { parseArgs } from 'node:util'
import { startSimulator } from './simulator.ts'

const USAGE = 'node tools/upstream-simulator/main.ts [--port 4010] [--host 127.0.0.1] [--replay DIR]'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    host: { type: 'string', default: '127.0.0.1' },
    replay: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help || !/^\d{1,5}$/.test(values.port)) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}

const simulator = await startSimulator({
  port: Number(values.port),
  host: values.host,
  ...(values.replay === undefined ? {} : { replay: values.replay }),
})
console.log(`upstream simulator on ${simulator.url} (explained at ${simulator.url}/__simulator/)`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
