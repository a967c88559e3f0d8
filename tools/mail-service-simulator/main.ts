import { parseArgs } from 'node:util'
import { startMailServiceSimulator } from './simulator.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '4020' }, host: { type: 'string', default: '127.0.0.1' } } })
const { url } = await startMailServiceSimulator({ port: Number(values.port), host: values.host })
console.log(`Mail service simulator on ${url}: set MAIL_SERVICE_BASE_URL to it, and MAIL_SERVICE_API_KEY to any key`)
