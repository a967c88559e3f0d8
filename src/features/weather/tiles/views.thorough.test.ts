import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const TILE = 256

/** The tiles of a map of `width` × `height` pixels around a point, as map libraries ask for them. */
function tilesInView({ lat, lon }: { lat: number; lon: number }, z: number, [width, height]: readonly [number, number]): string[] {
  const across = 2 ** z
  const x = ((lon + 180) / 360) * across * TILE
  const y = (0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI)) * across * TILE
  const tiles = new Set<string>()
  for (let column = Math.floor((x - width / 2) / TILE); column * TILE < x + width / 2; column++)
    for (let row = Math.max(0, Math.floor((y - height / 2) / TILE)); row < across && row * TILE < y + height / 2; row++)
      tiles.add(`${z}/${((column % across) + across) % across}/${row}`)
  return [...tiles]
}

const BERLIN = { lat: 52.52, lon: 13.41 }
/** Where tiles of all zooms meet, so that a screen needs the most of them. */
const CORNER = { lat: 0, lon: 0 }
const HD = [1440, 900] as const
const LARGE = [2560, 1440] as const

/** With the limits that operators have by default. */
describe('a visitor who opens a map with two layers and zooms through five levels', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { TRUST_PROXY: '1', RATE_LIMITS: 'weather=120' } })
  })
  after(() => app.close())

  let visitors = 0
  /** Views in their order, by one visitor within a minute, when nothing is cached. */
  async function look(
    views: readonly { layer: string; z: number }[],
    at: typeof BERLIN,
    size: readonly [number, number],
    prefix: (layer: string) => string,
  ) {
    await app.services.tiles.drain()
    app.clock.advance({ minutes: 11 })
    const ip = `203.0.113.${++visitors}`
    const before = app.simulator.calls().byProduct['openweather/tiles'] ?? 0
    const seen = { tiles: 0, failed: 0, coarse: 0 }
    for (const { layer, z } of views) {
      const answers = await Promise.all(
        tilesInView(at, z, size).map((tile) => fetch(`${app.url}${prefix(layer)}/${tile}.png`, { headers: { 'x-forwarded-for': ip } })),
      )
      for (const answer of answers) {
        await answer.arrayBuffer()
        seen.tiles += 1
        if (answer.status !== 200) seen.failed += 1
        if (answer.headers.get('cache-control')?.startsWith('public, max-age=60,')) seen.coarse += 1
      }
    }
    return { ...seen, calls: (app.simulator.calls().byProduct['openweather/tiles'] ?? 0) - before }
  }

  const own = (layer: string) => `/api/weather/map-tile/${layer}`
  const compatible = (layer: string) => `/map/${layer}_new`
  const through = (layers: readonly string[], zooms: readonly number[]) => layers.flatMap((layer) => zooms.map((z) => ({ layer, z })))

  it('sees all tiles in full, from the pages of others, for 20 calls and 4 of each layer', async () => {
    const seen = await look(through(['clouds', 'temp'], [3, 4, 5, 6, 7]), BERLIN, HD, own)
    assert.deepEqual(seen, { tiles: 322, failed: 0, coarse: 0, calls: 28 })
  })

  it('sees all tiles, some of them coarse, where more are needed than the share of a client', async () => {
    for (const { layers, zooms, at, size, prefix } of [
      { layers: ['clouds', 'temp'], zooms: [9, 6, 4], at: CORNER, size: HD, prefix: compatible },
      { layers: ['wind', 'temp', 'pressure'], zooms: [11], at: CORNER, size: LARGE, prefix: own },
      { layers: ['clouds', 'temp'], zooms: [6], at: BERLIN, size: LARGE, prefix: own },
    ]) {
      const seen = await look(through(layers, zooms), at, size, prefix)
      assert.deepEqual({ failed: seen.failed, isWithinShare: seen.calls <= 20 + 4 * layers.length }, { failed: 0, isWithinShare: true })
    }
  })
})
