import { createServer } from 'node:http'
import pg from 'pg'
import { MAX_CONNECTIONS } from '../../../src/composition/embedded.ts'
import { cellOf } from '../../../src/domain/cell.ts'
import { listen } from '../../../tools/listen.ts'

/**
 * The least that an answer from the database can be: `node:http`, the statements of an area, and their rows as JSON; a single value of bytes as
 * it is. No limits, checks, units, words or headers. `bare-queries.ts DATABASE_URL STATEMENTS`: a JSON array; $1 in them is the cell of `lat`
 * and `lon` in the URL.
 */
const [connectionString, statementsJson = '[]'] = process.argv.slice(2)
const statements = JSON.parse(statementsJson) as readonly string[]
const pool = new pg.Pool({ connectionString, max: MAX_CONNECTIONS })

const server = createServer((request, reply) => {
  const asked = new URL(request.url ?? '', 'http://localhost').searchParams
  const cell = cellOf(Number(asked.get('lat')), Number(asked.get('lon'))).id
  Promise.all(statements.map((text) => pool.query({ text, values: text.includes('$1') ? [cell] : [] }))).then(
    (results) => {
      const [first] = results[0]?.rows ?? []
      const isBytes = Buffer.isBuffer(first?.bytes)
      const body = isBytes ? first.bytes : JSON.stringify(results.map(({ rows }) => rows))
      reply.writeHead(first === undefined ? 404 : 200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      reply.end(body)
    },
    (error: Error) => {
      console.error(error)
      reply.writeHead(500).end()
    },
  )
})
console.log(`listening on ${(await listen(server, 0)).url}`)
