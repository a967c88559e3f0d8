import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { PNG } from 'pngjs'
import { createTestApp, NO_SHARES, type TestApp } from '../../../../test/helpers/app.ts'

const LIST = '/api/weather/map-frames'
const UNLIMITED = { RATE_LIMITS: `tiles=0,${NO_SHARES}` }

interface Frame {
  readonly id: string
  readonly time: string
  readonly kind: 'measured' | 'forecast'
}

const framesOf = async (app: TestApp): Promise<readonly Frame[]> => (await app.get(LIST)).body.frames as Frame[]
const tileOf = ({ id }: Pick<Frame, 'id'>, at = '4/8/5'): string => `/api/weather/map-frame/${id}/${at}?exact=true`

async function picture(app: TestApp, path: string) {
  const response = await fetch(app.url + path)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

for (const [source, hasForecast] of [
  ['rainviewer', true],
  ['dwd', true],
  ['eccc', true],
  ['nws', false],
] as const)
  describe(`the radar of ${source}`, () => {
    let app: TestApp
    const calls = (): number => app.simulator.calls().byProduct[`${source}/radar`] ?? 0
    before(async () => {
      app = await createTestApp({ env: { ...UNLIMITED, RADAR_SOURCE: source } })
    })
    after(() => app.close())
    afterEach(async () => {
      app.simulator.setFaults([])
      await app.services.tiles.drain()
    })

    it('200: lists frames at least ten minutes apart, the newest measured one just made, forecasts after it', async () => {
      const { status, body, headers } = await app.get(LIST)
      assert.equal(status, 200)
      assert.equal(body.source, source)
      assert.match(body.attribution.text, /^Simulated weather/)
      const frames = body.frames as Frame[]
      const times = frames.map(({ time }) => Date.parse(time))
      assert.ok(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) >= 600_000))
      const measured = frames.filter(({ kind }) => kind === 'measured')
      assert.ok(measured.length >= 10, `${measured.length} measured`)
      assert.deepEqual(frames.slice(0, measured.length), measured)
      const age = app.clock.now() - Date.parse(measured.at(-1)?.time ?? '')
      assert.ok(age >= 0 && age < 13 * 60_000, `${age} ms old`)
      assert.equal(frames.length > measured.length, hasForecast)
      assert.match(headers.get('cache-control') ?? '', /max-age=60/)
    })

    it('200: each frame’s tile is bought once, is a picture of 512 pixels, and stands for a day', async () => {
      const [first, ...rest] = await framesOf(app)
      const last = rest.at(-1)
      assert.ok(first !== undefined && last !== undefined)
      const before = calls()
      const answers = [await picture(app, tileOf(first)), await picture(app, tileOf(last))]
      for (const { status, headers, bytes } of answers) {
        assert.equal(status, 200)
        assert.equal(headers.get('cache-control'), 'public, max-age=86400, stale-while-revalidate=86400, stale-if-error=86400')
        assert.deepEqual([PNG.sync.read(bytes).width, PNG.sync.read(bytes).height], [512, 512])
      }
      assert.equal(calls(), before + 2)
      app.clock.advance({ minutes: 11 })
      assert.deepEqual((await picture(app, tileOf(first))).bytes, answers[0]?.bytes)
      assert.deepEqual((await picture(app, tileOf(last))).bytes, answers[1]?.bytes, 'though a newer forecast has taken its place')
      assert.ok(calls() <= before + 3, 'at most the list is read again')
    })

    it('404: a frame that is not listed is not asked for', async () => {
      await framesOf(app)
      const before = calls()
      const { status, body } = await app.get(tileOf({ id: '20200101T0000' }))
      assert.deepEqual({ status, error: body.error, calls: calls() }, { status: 404, error: 'not_found', calls: before })
      assert.equal((await app.get(tileOf({ id: '..%2F..%2Fx' }))).status, 400)
      assert.equal((await app.get(tileOf({ id: '1' }, '2/9/0'))).status, 400)
    })

    it('502: a picture that the source has not, or that is none, is no picture of another time', async () => {
      app.clock.advance({ hours: 1 })
      const frames = await framesOf(app)
      for (const [index, kind] of ['html', 'status', 'truncate', 'garbage'].entries()) {
        const frame = frames[index] as Frame
        app.simulator.setFaults([{ kind: kind as 'html', match: { product: `${source}/radar` } }])
        const { status, body } = await app.get(tileOf(frame, '4/9/5'))
        assert.deepEqual({ kind, status, error: body.error }, { kind, status: 502, error: 'upstream_error' })
      }
    })

    it('200 with the last list for half an hour if the source fails, then 502', async () => {
      const before = (await app.get(LIST)).body
      app.clock.advance({ minutes: 10 })
      app.simulator.setFaults([{ kind: 'garbage', match: { product: `${source}/radar` } }])
      const { status, body } = await app.get(LIST)
      assert.deepEqual({ status, readAt: body.readAt }, { status: 200, readAt: before.readAt })
      app.clock.advance({ minutes: 21 })
      assert.deepEqual({ status: (await app.get(LIST)).status }, { status: 502 })
      app.simulator.setFaults([])
      app.clock.advance({ minutes: 10 })
      assert.equal((await app.get(LIST)).status, 200)
    })
  })

describe('the list of frames', () => {
  it('is read once for all nodes, and all requests of three minutes', async () => {
    const app = await createTestApp({ env: { ...UNLIMITED, RADAR_SOURCE: 'rainviewer' } })
    const other = await createTestApp({ sharing: app, env: { ...UNLIMITED, RADAR_SOURCE: 'rainviewer' } })
    try {
      const calls = (): number => app.simulator.calls().byProduct['rainviewer/radar'] ?? 0
      app.simulator.setFaults([{ kind: 'delay', delayMs: 200 }])
      const answers = await Promise.all([app, other, app, other].map((each) => each.get(LIST)))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      assert.equal(calls(), 1)
      app.clock.advance({ minutes: 2 })
      await other.get(LIST)
      assert.equal(calls(), 1)
      app.clock.advance({ minutes: 2 })
      await other.get(LIST)
      assert.equal(calls(), 2)
      const { rows } = await app.database.pool.query(
        `select cause, count(*)::int as n from upstream_call where product = 'rainviewer/radar' group by 1`,
      )
      assert.deepEqual(rows, [{ cause: 'tile', n: 2 }])
    } finally {
      await other.close()
      await app.close()
    }
  })

  it('503 without RADAR_SOURCE, and where terms forbid the radar', async () => {
    const without = await createTestApp({ env: UNLIMITED })
    const none = await without.get(LIST)
    assert.deepEqual({ status: none.status, error: none.body.error }, { status: 503, error: 'service_unavailable' })
    assert.equal((await without.get(tileOf({ id: 'x' }))).status, 503)
    await without.close()
  })

  it('keeps to the budget: a client’s share spent, a tile of a lower zoom of the same frame', async () => {
    const app = await createTestApp({ env: { RATE_LIMITS: 'tiles=0', RADAR_SOURCE: 'rainviewer', RAINVIEWER_TILES_MINUTE_LIMIT: '30' } })
    try {
      const frames = await framesOf(app)
      const [frame] = frames
      assert.ok(frame !== undefined)
      const paths = Array.from({ length: 14 }, (_, x) => tileOf(frame, `4/${x}/5`))
      const statuses = []
      for (const path of paths) statuses.push((await picture(app, path)).status)
      assert.deepEqual(
        statuses,
        paths.map(() => 200),
      )
      const { total, byProduct } = { total: paths.length, byProduct: app.simulator.calls().byProduct['rainviewer/radar'] ?? 0 }
      assert.ok(byProduct < total, `${byProduct} calls for ${total} tiles`)
    } finally {
      await app.close()
    }
  })
})
