import { createServer } from 'node:http'
import { request } from 'undici'
import { listen } from '../../../tools/listen.ts'

/**
 * The least that `node:http` can do: fetches the answer of a URL once, then sends it to everybody with the same status, headers and bytes.
 * `bare-server.ts URL [HEADERS [BODY]]`: headers as JSON; a body is posted.
 */
const [url = '', asked = '{}', posted] = process.argv.slice(2)
const headersAsked = JSON.parse(asked) as Record<string, string>
const original = await request(url, {
  headers: { ...headersAsked, ...(posted !== undefined && { 'content-type': 'application/json' }) },
  ...(posted !== undefined && { method: 'POST', body: posted }),
})
const body = Buffer.from(await original.body.arrayBuffer())
const headers = Object.entries(original.headers)
  .filter(([name]) => !['connection', 'keep-alive', 'date'].includes(name))
  .flat() as string[]

const server = createServer((asking, reply) => {
  const answer = (): void => {
    reply.writeHead(original.statusCode, headers)
    reply.end(body)
  }
  if (posted === undefined) return answer()
  asking.resume().once('end', answer)
})
console.log(`listening on ${(await listen(server, 0)).url}`)
