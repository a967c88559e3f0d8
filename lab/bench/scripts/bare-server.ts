import { createServer } from 'node:http'
import { request } from 'undici'
import { listen } from '../../../tools/listen.ts'

/**
 * The least that `node:http` can do: fetches the answer of a URL once, then sends it to everybody with the same status, headers and bytes.
 * `bare-server.ts URL HEADERS`: headers as JSON.
 */
const [url = '', asked = '{}'] = process.argv.slice(2)
const original = await request(url, { headers: JSON.parse(asked) as Record<string, string> })
const body = Buffer.from(await original.body.arrayBuffer())
const headers = Object.entries(original.headers)
  .filter(([name]) => !['connection', 'keep-alive', 'date'].includes(name))
  .flat() as string[]

const server = createServer((_, reply) => {
  reply.writeHead(original.statusCode, headers)
  reply.end(body)
})
console.log(`listening on ${(await listen(server, 0)).url}`)
