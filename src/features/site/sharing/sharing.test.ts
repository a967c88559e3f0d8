import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inflateSync } from 'node:zlib'
import { createTestApp, NO_SHARES, type TestApp } from '../../../../test/helpers/app.ts'
import { watchTurns } from '../../../../test/helpers/longest-turn.ts'
import { buildPages } from '../../../../tools/build/pages.ts'
import { buildUnsignedActor } from '../../../admin/access/index.ts'
import { createPictures } from './pictures.ts'

const BERLIN = 'berlin-52.52,13.41'
const RATES = `weather=0,geocode=0,pages=0,${NO_SHARES}`
const CRAWLER = { 'user-agent': 'facebookexternalhit/1.1', accept: '*/*' }

async function picture(app: TestApp, path: string, headers: Record<string, string> = CRAWLER) {
  const response = await fetch(app.url + path, { headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Size and pixels of a PNG with 8-bit RGB or RGBA. */
function decoded(png: Buffer) {
  const [width, height, type] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]]
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const [raw, step] = [inflateSync(Buffer.concat(data)), type === 6 ? 4 : 3]
  const stride = width * step
  const pixels = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0
    for (let i = 0; i < stride; i += 1) {
      const at = y * stride + i
      const a = i >= step ? (pixels[at - step] ?? 0) : 0
      const b = y > 0 ? (pixels[at - stride] ?? 0) : 0
      const c = i >= step && y > 0 ? (pixels[at - stride - step] ?? 0) : 0
      const p = a + b - c
      const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)]
      const predicted = [0, a, b, (a + b) >> 1, pa <= pb && pa <= pc ? a : pb <= pc ? b : c][filter] ?? 0
      pixels[at] = (raw[y * (stride + 1) + 1 + i] ?? 0) + predicted
    }
  }
  return { width, height, at: (x: number, y: number) => [...pixels.subarray((y * width + x) * step, (y * width + x) * step + 3)] }
}

/** Whether any pixel of the box is as dark, or as light, as the ink of the texts. */
function hasInk({ at }: ReturnType<typeof decoded>, [left, top, right, bottom]: readonly [number, number, number, number]): boolean {
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const [red = 0, green = 0, blue = 0] = at(x, y)
      if (red + green + blue < 160 || red + green + blue > 720) return true
    }
  return false
}
const NAME = [64, 70, 400, 130] as const
const DEGREES = [280, 230, 500, 370] as const

describe('GET /share/{place}.png', () => {
  let app: TestApp
  before(async () => {
    await buildPages()
    app = await createTestApp({ env: { RATE_LIMITS: RATES, PAGES_KEPT_MS: '1000' } })
  })
  after(() => app?.close())
  const warm = (lat: number, lon: number) => app.get(`/api/weather?lat=${lat}&lon=${lon}&scope=current`)

  describe('200', () => {
    it('is a picture of the weather, 1200 × 630, that any cache may keep while the weather is fresh', async () => {
      await warm(52.52, 13.41)
      const { status, headers, bytes } = await picture(app, `/share/${BERLIN}.png`)
      assert.deepEqual({ status, contentType: headers.get('content-type') }, { status: 200, contentType: 'image/png' })
      assert.match(headers.get('cache-control') ?? '', /^public, max-age=(?:[1-9]\d{2}|\d{4}), stale-while-revalidate=0, stale-if-error=0$/)
      assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
      const image = decoded(bytes)
      assert.deepEqual({ width: image.width, height: image.height }, { width: 1_200, height: 630 })
      assert.ok(hasInk(image, NAME) && hasInk(image, DEGREES))
      assert.ok(bytes.length < 200_000)
    })

    it('never costs a call: without weather it names the place, for a short time', async () => {
      const before = app.simulator.calls().total
      const browser = { 'user-agent': 'Mozilla/5.0 Firefox/150.0', accept: 'image/*' }
      for (const headers of [CRAWLER, browser]) {
        const { status, headers: answered, bytes } = await picture(app, '/share/hamburg-53.55,9.99.png', headers)
        assert.equal(status, 200)
        assert.match(answered.get('cache-control') ?? '', /^public, max-age=60,/)
        const image = decoded(bytes)
        assert.ok(hasInk(image, NAME) && !hasInk(image, DEGREES))
      }
      await app.services.gateway.drain()
      assert.equal(app.simulator.calls().total, before)
    })

    it('differs by language and units, not by what an address calls the place', async () => {
      await warm(52.52, 13.41)
      const etagOf = async (path: string) => (await picture(app, path)).headers.get('etag')
      const first = await etagOf(`/share/${BERLIN}.png`)
      assert.equal(await etagOf('/share/anything-52.52,13.41.png?units=metric&lang=en'), first)
      const others = await Promise.all(['lang=de', 'lang=ar', 'units=imperial'].map((query) => etagOf(`/share/${BERLIN}.png?${query}`)))
      assert.equal(new Set([first, ...others]).size, 4)
      // Its fonts have no Japanese.
      assert.equal(await etagOf(`/share/${BERLIN}.png?lang=ja`), first)
    })

    it('is another one when the weather is, and says how old it is when the provider fails', async () => {
      await warm(48.2, 16.37)
      const { headers } = await picture(app, '/share/wien-48.2,16.37.png')
      app.simulator.setFaults([{ kind: 'status', status: 500 }])
      app.clock.advance({ hours: 5 })
      // Until what was kept for a second is gone.
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      const old = await picture(app, '/share/wien-48.2,16.37.png')
      app.simulator.setFaults([])
      assert.equal(old.status, 200)
      assert.ok(hasInk(decoded(old.bytes), DEGREES))
      assert.notEqual(old.headers.get('etag'), headers.get('etag'))
      assert.match(old.headers.get('cache-control') ?? '', /^public, max-age=60,/)
    })

    it('is drawn once for all who ask at a time, and never on the thread that answers', async () => {
      await warm(52.52, 13.41)
      const turns = watchTurns()
      const answers = await Promise.all(Array.from({ length: 20 }, () => picture(app, `/share/${BERLIN}.png?lang=fr`)))
      assert.ok(turns.stop() < 60)
      assert.ok(answers.every(({ status, bytes }) => status === 200 && bytes.equals(answers[0]?.bytes ?? Buffer.alloc(0))))
    })
  })

  it('304: for the picture that a client has', async () => {
    const etag = (await picture(app, `/share/${BERLIN}.png?lang=es`)).headers.get('etag') ?? ''
    const { status, bytes } = await picture(app, `/share/${BERLIN}.png?lang=es`, { ...CRAWLER, 'if-none-match': etag })
    assert.deepEqual({ status, bytes: bytes.length }, { status: 304, bytes: 0 })
  })

  for (const [query, field] of [
    ['lang=xx', 'lang'],
    ['lang=DE', 'lang'],
    ['units=kelvin', 'units'],
    ['units=metric&units=si', 'units'],
  ] as const)
    it(`400: for ${query}`, async () => {
      const { status, body } = await app.get(`/share/${BERLIN}.png?${query}`)
      assert.deepEqual({ status, path: body.details[0].path }, { status: 400, path: field })
    })

  for (const place of ['berlin', 'x-91,0', 'x-1,1x', '..%2f..%2fetc', 'a'.repeat(90)])
    it(`404: for ${place.slice(0, 20)}`, async () => assert.equal((await app.get(`/share/${place}.png`)).status, 404))

  it('429: beyond the limit of pages', async () => {
    const node = await createTestApp({ sharing: app, env: { RATE_LIMITS: `pages=1,${NO_SHARES}` } })
    const statuses = [(await picture(node, `/share/${BERLIN}.png`)).status, (await picture(node, `/share/${BERLIN}.png`)).status]
    await node.stop()
    assert.deepEqual(statuses, [200, 429])
  })

  it('draws one picture of a client at a time: nobody waits for all of another’s', async () => {
    const pictures = createPictures()
    const scene = { direction: 'ltr', region: '', site: [], sky: 'clear', light: 'day', weather: null } as const
    const drawn: string[] = []
    const ask = async (name: string, client: string) => {
      await pictures.picture(name, { scene: { ...scene, names: [name] }, icon: null }, client)
      drawn.push(name)
    }
    const many = Array.from({ length: 8 }, (_, i) => ask(`many ${i}`, 'many'))
    const [ninth, one] = [ask('many 8', 'many'), ask('one', 'one')]
    await assert.rejects(ninth, { code: 'service_unavailable' })
    await Promise.all([...many, one])
    await pictures.close()
    assert.ok(drawn.indexOf('one') <= 2, drawn.join())
  })

  it('503: when too many pictures wait, and before the pages are built', async () => {
    const pictures = createPictures()
    const scene = { direction: 'ltr', region: '', site: [], sky: 'clear', light: 'day', weather: null } as const
    const asked = Array.from({ length: 40 }, (_, i) =>
      pictures.picture(`${i}`, { scene: { ...scene, names: [`${i}`] }, icon: null }, `client ${i}`),
    )
    const settled = await Promise.allSettled(asked)
    await pictures.close()
    const refused = settled.flatMap((each) =>
      each.status === 'rejected' ? [each.reason as { code: string; retryAfterSeconds: number }] : [],
    )
    assert.ok(refused.length > 0 && refused.length < 40)
    assert.ok(refused.every(({ code, retryAfterSeconds }) => code === 'service_unavailable' && retryAfterSeconds > 0))

    const bare = await createTestApp({ sharing: app, site: null })
    const { status } = await bare.get(`/share/${BERLIN}.png`)
    await bare.stop()
    assert.equal(status, 503)
  })
})

describe('GET /embed/{place}', () => {
  let app: TestApp
  before(async () => {
    await buildPages()
    app = await createTestApp({ env: { RATE_LIMITS: RATES } })
  })
  after(() => app?.close())
  const embed = (query = '', headers: Record<string, string> = {}) => app.get(`/embed/${BERLIN}${query}`, headers)

  it('200: is a page for any frame, without scripts and cookies, that any cache may keep', async () => {
    const { status, headers, text } = await embed('?lang=de', { cookie: 'site_preferences=lang%3Dfr', 'accept-language': 'es' })
    assert.deepEqual({ status, contentType: headers.get('content-type') }, { status: 200, contentType: 'text/html; charset=utf-8' })
    assert.match(headers.get('cache-control') ?? '', /^public, max-age=\d+/)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; .*frame-ancestors \*$/)
    assert.ok(!headers.has('set-cookie') && !headers.has('x-frame-options'))
    assert.ok(!/<script|<link|<img|<form| on\w+=| style=| src=/.test(text))
    // Its icons are in it.
    for (const [, name = ''] of text.matchAll(/<use href="#([^"]+)"/g)) assert.ok(text.includes(`<symbol id="${name}"`), name)
    assert.ok(!text.includes('weather-icons.svg'))
    assert.match(text, /^<!doctype html><html lang="de" dir="ltr"><head>/)
    assert.match(text, /<a class="more" href="http:\/\/[^"]+\/weather\/berlin-52\.52,13\.41\?lang=de" target="_blank" rel="noopener">/)
    assert.match(text, /<a href="https:\/\/openweathermap\.org\/[^"]*" target="_blank" rel="noopener">/)
    assert.match(text, /Stand: /)
    assert.ok(Buffer.byteLength(text) < 20_000)
  })

  it('200: is of the size, theme, days and units that are asked for', async () => {
    const daysIn = (text: string) => text.split('<li>').length - 1
    assert.equal(daysIn((await embed()).text), 5)
    for (const days of [0, 1, 7]) assert.equal(daysIn((await embed(`?days=${days}`)).text), days)
    const small = (await embed('?size=small&days=7&theme=dark&units=imperial')).text
    assert.match(small, /<html lang="en" dir="ltr" data-theme="dark">.*<main class="small">/s)
    assert.equal(daysIn(small), 0)
    assert.match((await embed('?units=imperial')).text, /<span class="unit_\w+">F</)
    assert.match((await embed('?lang=ar')).text, /^<!doctype html><html lang="ar" dir="rtl">/)
  })

  it('200: is where its builder says, however small a coordinate is', async () => {
    const { text } = await app.get(`/embed?place=${encodeURIComponent('0.0000001,6.73333')}`)
    const [, path = ''] = /<iframe src="([^"?]+)/.exec(text) ?? []
    assert.match(path, /-0,6\.7333$/)
    assert.equal((await app.get(path)).status, 200)
  })

  it('200: costs what a visit of the page costs, once', async () => {
    const before = app.simulator.calls().total
    assert.equal((await app.get('/embed/oslo-59.91,10.75')).status, 200)
    await app.services.gateway.drain()
    const paid = app.simulator.calls().total
    assert.ok(paid > before)
    for (const headers of [{}, CRAWLER]) assert.equal((await app.get('/embed/oslo-59.91,10.75?theme=dark', headers)).status, 200)
    await app.services.gateway.drain()
    assert.equal(app.simulator.calls().total, paid)
  })

  it('304: for the page that a client has', async () => {
    const etag = (await embed()).headers.get('etag') ?? ''
    const { status, headers, text } = await embed('', { 'if-none-match': etag })
    assert.deepEqual({ status, text }, { status: 304, text: '' })
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors \*/)
  })

  for (const query of ['?lang=xx', '?units=kelvin', '?theme=pink', '?size=huge', '?days=8', '?days=-1', '?days=x', '?days=1.5'])
    it(`400: for ${query}, as a frame that says so`, async () => {
      const { status, headers, text } = await embed(query, { accept: 'text/html' })
      assert.equal(status, 400)
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors *")
      assert.match(text, /There is no weather to show here\./)
    })

  it('404: for what is no place, and in its language', async () => {
    const { status, headers, text } = await app.get('/embed/nowhere?lang=fr')
    assert.deepEqual({ status, cacheControl: headers.get('cache-control') }, { status: 404, cacheControl: 'no-store' })
    assert.match(text, /<html lang="fr" dir="ltr">.*Il n’y a pas de météo/s)
  })

  it('404: when embeds are switched off in the settings', async () => {
    await app.services.settings.update({ embeds: 'off' }, undefined, buildUnsignedActor('test'))
    const { status, text } = await embed()
    await app.services.settings.update({ embeds: 'on' }, undefined, buildUnsignedActor('test'))
    assert.equal(status, 404)
    assert.match(text, /There is no weather to show here\./)
    assert.equal((await embed()).status, 200)
  })

  it('429: beyond the limit of pages', async () => {
    const node = await createTestApp({ sharing: app, env: { RATE_LIMITS: `pages=1,${NO_SHARES}` } })
    const statuses = [(await node.get(`/embed/${BERLIN}`)).status, (await node.get(`/embed/${BERLIN}`)).status]
    await node.stop()
    assert.deepEqual(statuses, [200, 429])
  })

  it('503: without weather, with the time to try again', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500 }])
    const { status, headers, text } = await app.get('/embed/lima--12.05,-77.04')
    app.simulator.setFaults([])
    assert.deepEqual({ status, retryAfter: headers.get('retry-after') }, { status: 503, retryAfter: '60' })
    assert.match(text, /The weather is not available right now\./)
  })

  it('leaves all other pages unframed', async () => {
    for (const path of ['/', `/weather/${BERLIN}`, '/settings'])
      assert.match((await app.get(path)).headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
  })
})
