import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestFeed } from '../../src/features/weather/warnings/testing/feed.ts'
import { buildOfficialWarning } from '../../src/features/weather/warnings/testing/warning.ts'
import { openSite } from './browser.ts'
import { assertSteady } from './watching.ts'

/** A browser draws a page between any two of its tags, when its network or its processor is slow; a pause is longer than a frame of the screen. */
const PIECE = { characters: 600, pauseMs: 16 }

describe('a page that arrives in pieces', () => {
  const agency = createTestFeed({ id: 'agency', parts: ['DE'], partsAreCountries: true })
  const site = openSite({ now: '2026-11-21T09:47:00Z', warningFeeds: [agency] })
  let slow: Server
  let baseURL: string
  before(async () => {
    const times = { sent: '2026-11-21T09:00:00Z', start: '2026-11-21T09:00:00Z', end: '2026-11-21T19:00:00Z' }
    agency.publish(
      ['a', 'b', 'c'].map((key) => buildOfficialWarning({ key, messageId: `${key}.1`, ...times })),
      'DE',
    )
    await site.app.services.warnings.readDue()
    await site.app.services.changes.check()
    slow = inPieces(() => site.app.url).listen(0, '127.0.0.1')
    await once(slow, 'listening')
    baseURL = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  })
  after(() => slow.close())

  for (const width of [1440, 390])
    for (const path of [
      '/',
      '/weather/berlin-52.52,13.41',
      '/weather/berlin-52.52,13.41/2026-11-22',
      '/weather/berlin-52.52,13.41/2026-11-21',
      '/warnings',
      '/warnings/DE',
      '/accuracy',
      '/embed',
      '/embed/berlin-52.52,13.41',
      '/places?q=ber',
      '/settings',
      '/subscribe?name=Oslo&lat=59.91&lon=10.75',
      '/pages/privacy',
      '/api/docs',
      '/map',
      '/nowhere',
    ])
      it(`moves nothing that is on the screen: ${path}, ${width} pixels wide`, async () => {
        const page = await site.visit(path, {
          baseURL,
          bare: /docs|embed\//.test(path),
          viewport: { width, height: 2_000 },
          expected: /404/,
        })
        await assertSteady(page)
      })
})

/** A server that answers as the one at `target` does, but sends its pages uncompressed, in small pieces. */
function inPieces(target: () => string): Server {
  return createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const forwarded = request(new URL(url, target()), { method, headers: { ...headers, 'accept-encoding': 'identity' } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      if (!(answer.headers['content-type'] ?? '').startsWith('text/html')) {
        answer.pipe(outgoing)
        return
      }
      void (async () => {
        const page = await text(answer)
        for (let start = 0, end = 0; start < page.length; start = end) {
          const tag = page.slice(start + PIECE.characters).search(/<[a-z/]/)
          end = tag < 0 ? page.length : start + PIECE.characters + tag
          outgoing.write(page.slice(start, end))
          await delay(PIECE.pauseMs)
        }
        outgoing.end()
      })()
    })
    incoming.pipe(forwarded)
  })
}
