import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { createTestApp } from '../../../../test/helpers/app.ts'
import { createTestDatabase } from '../../../../test/helpers/database.ts'

const PATH = '/api/weather/history?lat=52.52&lon=13.41'

describe('GET /api/weather/history', () => {
  describe('503', () => {
    it('in time if the database is unavailable; 200 again when it is back', async () => {
      const database = await createTestDatabase()
      const way = await openWay(database.connectionString)
      const alone = await createTestApp({ env: { DATABASE_URL: way.url } })
      try {
        assert.equal((await alone.get(PATH)).status, 200)
        way.cut()
        const { status, body, headers } = await alone.get(PATH)
        assert.deepEqual([status, body.error, headers.has('retry-after')], [503, 'service_unavailable', true])
        await way.mend()
        assert.equal((await alone.get(PATH)).status, 200)
      } finally {
        await alone.close()
        way.cut()
        await database.drop()
      }
    })
  })
})

/** A loopback proxy to a database server, whose connections can be cut. */
async function openWay(connectionString: string): Promise<{ url: string; cut(): void; mend(): Promise<void> }> {
  const url = new URL(connectionString)
  const host = url.searchParams.get('host') ?? url.hostname
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432))
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      })
    }
    near.pipe(far).pipe(near)
  })
  const listen = async (at: number): Promise<number> => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const ownPort = await listen(0)
  url.search = ''
  url.host = `127.0.0.1:${ownPort}`
  return {
    url: url.href,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    mend: async () => void (await listen(ownPort)),
  }
}
