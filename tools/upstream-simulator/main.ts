import { parseArgs } from 'node:util'
import { startSimulator } from './simulator.ts'

/** `node tools/upstream-simulator/main.ts [--port 4010] [--host 127.0.0.1] [--replay DIR]` */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '4010' }, host: { type: 'string', default: '127.0.0.1' }, replay: { type: 'string' } },
})
const { port, host, replay } = values
const simulator = await startSimulator({ port: Number(port), host, ...(replay === undefined ? {} : { replay }) })
console.log(`upstream simulator on ${simulator.url} (explained at ${simulator.url}/__simulator/)`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
