import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, NO_SHARES, type TestApp } from '../../../../test/helpers/app.ts'
import { buildPages } from '../../../../tools/build/pages.ts'
import { exchange } from '../../../../tools/fuzz/wire.ts'

const STEPS = ['.', '..', '%2e', '%2E%2e', '.%2e', 'a\\b', '\\', '..\\x']

describe('an address that another page would be made of', () => {
  let app: TestApp
  before(async () => {
    await buildPages()
    app = await createTestApp({ env: { RATE_LIMITS: `weather=0,geocode=0,pages=0,tiles=0,${NO_SHARES}` } })
  })
  after(() => app?.close())
  /** As it is written: `fetch` would resolve it. */
  const get = (target: string, accept: string) =>
    exchange(new URL(app.url), { method: 'GET', target, headers: [['Accept', accept]], body: null }, 15_000)

  for (const [name, addressOf] of Object.entries({
    'a page': (step: string) => `/weather/${step}`,
    'a page’s data': (step: string) => `/weather/${step}/2026-11-20.data`,
    'a day': (step: string) => `/weather/${step}/settings`,
    'a text of the site': (step: string) => `/pages/${step}`,
    'a meteogram': (step: string) => `/weather/${step}/meteogram.svg`,
    'a picture': (step: string) => `/share/${step}.png`,
    'a frame': (step: string) => `/embed/${step}`,
    'no page, but leads to a frame': (step: string) => `/x/${step}/embed/52.52,13.41`,
    'no page, but leads to a picture': (step: string) => `/x/${step}/../share/52.52,13.41?lang=xx`,
  }))
    it(`404: ${name}`, async () => {
      for (const step of STEPS)
        for (const accept of ['text/html', '*/*']) {
          const { status, headers, body } = await get(addressOf(step), accept)
          const title = `${addressOf(step)}: ${status} ${body.toString().slice(0, 200)}`
          assert.equal(status, 404, title)
          assert.equal(headers['cache-control'], 'no-store', title)
        }
    })

  it('404: what the pages make for other routes is none of their own', async () => {
    for (const path of ['/share/52.52,13.41', '/embed/52.52,13.41/x?days=1e9', '/weather/x/52.52,13.41/meteogram.svg', '/mailed'])
      for (const accept of ['text/html', '*/*']) {
        const { status, headers } = await get(path, accept)
        assert.deepEqual(
          [status, /^(?:text\/html|application\/json); charset=utf-8$/.test(headers['content-type'] ?? '')],
          [404, true],
          path,
        )
      }
  })

  it('400: a meteogram of no place', async () => {
    for (const path of ['/weather//meteogram.svg', '/weather/%20/meteogram.svg', '/weather/%00/meteogram.svg']) {
      const { status, body } = await get(path, '*/*')
      assert.ok(status === 400 || status === 404, `${path}: ${status} ${body}`)
    }
  })
})
