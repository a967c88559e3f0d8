import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openCapFeed } from '@isobar/providers/cap-feed'
import { createDwd } from '@isobar/providers/dwd'
import { createEccc } from '@isobar/providers/eccc'
import { createMetNorway } from '@isobar/providers/met-norway'
import { createMeteoAlarm } from '@isobar/providers/meteoalarm'
import { zipSync } from 'fflate'
import type { TestAppOptions } from '../../../../../test/helpers/app.ts'
import { closedAtEnd } from '../../../../../test/helpers/ending.ts'
import type { Features } from './notified-by-documents.ts'

type WarningFeed = NonNullable<TestAppOptions['warningFeeds']>[number]

/** What may happen to one answer: none arrives, an empty list, an error, the list before the last one. */
export type Mishap = 'lost' | 'empty' | 'error' | 'late'

export const RECORDED_FEEDS = ['cap', 'dwd', 'eccc', 'met-norway', 'meteoalarm'] as const
export type RecordedFeed = (typeof RECORDED_FEEDS)[number]

/** Matches requests for the list; other requests are for one of its documents. */
const LISTS: Readonly<Record<RecordedFeed, RegExp>> = {
  cap: /^\/cap\.rss/,
  dwd: /^\/weather\/alerts\/cap\/.*\.zip$/,
  eccc: /^\/collections\/weather-alerts\/items/,
  'met-norway': /^\/weatherapi\/metalerts\/.*lang=no$/,
  meteoalarm: /^\/api\/v1\/warnings\/feeds-/,
}

const published = (feature: unknown): string => (feature as Features['features'][number]).properties['publication_datetime'] ?? ''

/** The agencies’ servers, whose lists a test sets, and the feeds that read them, one at a time. */
export async function startRecordedFeeds(now: () => number) {
  const documents = new Map<string, string>()
  let lists: (readonly unknown[])[] = [[]]
  let mishaps: (Mishap | null)[] = []
  let inUse: RecordedFeed | null = null
  let answered = 0

  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const document = documents.get(path)
    if (document !== undefined) return response.end(document)
    if (inUse === null) return response.writeHead(404).end()
    const isList = LISTS[inUse].test(path)
    const mishap = isList ? (mishaps.shift() ?? null) : null
    if (isList) answered += 1
    if (mishap === 'lost') return request.socket.destroy()
    if (mishap === 'error') return response.writeHead(500).end('{"error":"internal"}')
    const list = mishap === 'empty' ? [] : ((mishap === 'late' ? lists.at(-2) : lists.at(-1)) ?? [])
    return response.end(bodyOf(inUse, list, path))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = closedAtEnd(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const baseUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  function bodyOf(feed: RecordedFeed, list: readonly unknown[], path: string): string | Uint8Array {
    const at = new Date(now()).toISOString().replace(/\.\d+Z$/, '+00:00')
    switch (feed) {
      case 'cap': {
        const items = (list as readonly string[]).map((xml) => {
          const known = [...documents].find(([, text]) => text === xml)?.[0] ?? `/documents/${documents.size}.xml`
          documents.set(known, xml)
          return `<item><link>${new URL(known, baseUrl).href}</link></item>`
        })
        return `<rss version="2.0"><channel>${items.join('')}</channel></rss>`
      }
      case 'dwd':
        return zipSync(Object.fromEntries((list as readonly string[]).map((xml, index) => [`${index}.xml`, Buffer.from(xml)])))
      case 'meteoalarm':
        return JSON.stringify({ warnings: list.map((alert) => ({ alert })) })
      case 'met-norway':
        return JSON.stringify({ type: 'FeatureCollection', features: list, lastChange: at })
      case 'eccc': {
        const { searchParams } = new URL(path, baseUrl)
        const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit') ?? 10)]
        const features = searchParams.has('sortby') ? list.toSorted((a, b) => published(b).localeCompare(published(a))) : list
        return JSON.stringify({ type: 'FeatureCollection', numberMatched: list.length, features: features.slice(offset, offset + limit) })
      }
    }
  }

  const enabled = true
  const attribution = { name: 'CAP', text: 'Warnings', url: 'https://example.org/', license: 'CC BY 4.0' }
  const providers = {
    cap: openCapFeed({ id: 'cap', url: new URL('/cap.rss', baseUrl), attribution }),
    dwd: createDwd({ baseUrl, enabled }),
    eccc: createEccc({ baseUrl, enabled }),
    'met-norway': createMetNorway({ baseUrl, enabled }),
    meteoalarm: createMeteoAlarm({ baseUrl, countries: ['DE'] }),
  }
  const feeds = RECORDED_FEEDS.map((id): WarningFeed => {
    const { attribution: credit, warningFeed } = providers[id]
    return { id, attribution: credit, capability: { ...warningFeed, configured: () => inUse === id } }
  })

  return {
    feeds,
    /** Switches to this feed alone, with an empty list. */
    use(feed: RecordedFeed): void {
      inUse = feed
      lists = [[]]
      mishaps = []
    },
    publish(list: readonly unknown[]): void {
      lists.push(list)
    },
    /** What happens to the next answers; null leaves an answer intact. */
    happen(next: readonly (Mishap | null)[]): void {
      mishaps = [...next]
    },
    /** How often a list was requested. */
    answered: () => answered,
    close,
  }
}
export type RecordedFeeds = Awaited<ReturnType<typeof startRecordedFeeds>>
