import { createServer } from 'node:http'
import { request } from 'undici'

/** The least that `node:http` can do: the answer of a URL, fetched once, sent again to everybody with the same status, headers and bytes. */
const [url = '', asked = '{}'] = process.argv.slice(2)
const original = await request(url, { headers: JSON.parse(asked) as Record<string, string> })
const body = Buffer.from(await original.body.arrayBuffer())
const headers = Object.entries(original.headers)
  .filter(([name]) => !['connection', 'keep-alive', 'date'].includes(name))
  .flat() as string[]

const server = createServer((_request, reply) => {
  reply.writeHead(original.statusCode, headers)
  reply.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening on http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
})
