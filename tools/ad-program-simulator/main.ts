import { parseArgs } from 'node:util'
import { startAdProgramSimulator } from './simulator.ts'

/** `node tools/ad-program-simulator/main.ts [--port 4020] [--host 127.0.0.1]` */
const { values } = parseArgs({ options: { port: { type: 'string', default: '4020' }, host: { type: 'string', default: '127.0.0.1' } } })
const simulator = await startAdProgramSimulator({ port: Number(values.port), host: values.host })
console.log(`ad program simulator on ${simulator.url}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
