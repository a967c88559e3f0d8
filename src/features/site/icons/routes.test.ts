import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CONDITION_ICONS } from '@isobar/weather'
import { listen } from '../../../../test/helpers/http-server.ts'
import { registerIcons } from './routes.ts'

describe('GET /icons/{icon}.svg', () => {
  it('200 for every name that a weather answer can have, for all origins and for a week', async (t) => {
    const { url } = await listen(t, registerIcons)
    for (const icon of CONDITION_ICONS) {
      const { status, headers, ...answer } = await fetch(`${url}/icons/${icon}.svg`)
      assert.deepEqual(
        { status, contentType: headers.get('content-type') },
        { status: 200, contentType: 'image/svg+xml; charset=utf-8' },
        icon,
      )
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.match(headers.get('cache-control') ?? '', /^public, max-age=604800/)
      assert.deepEqual(Object.keys(answer), [])
    }
    const text = await (await fetch(`${url}/icons/thunderstorm-hail.svg`)).text()
    assert.match(text, /^<svg xmlns=.*<\/svg>$/s)
    assert.doesNotMatch(text, /var\(|currentColor|<symbol/)
  })

  it('304 if the client’s copy is current', async (t) => {
    const { url } = await listen(t, registerIcons)
    const etag = (await fetch(`${url}/icons/rain.svg`)).headers.get('etag') ?? ''
    assert.equal((await fetch(`${url}/icons/rain.svg`, { headers: { 'if-none-match': etag } })).status, 304)
  })

  it('errors are JSON for every client', async (t) => {
    const { url } = await listen(t, registerIcons)
    const { status, headers } = await fetch(`${url}/icons/sunny.svg`, { headers: { accept: 'text/html' } })
    assert.deepEqual({ status, contentType: headers.get('content-type') }, { status: 400, contentType: 'application/json; charset=utf-8' })
  })

  it('400 or 404 for other names', async (t) => {
    const { url } = await listen(t, registerIcons)
    for (const path of ['/icons/sunny.svg', '/icons/rain.png', '/icons/..%2Frain.svg']) {
      assert.ok([400, 404].includes((await fetch(url + path)).status), path)
    }
  })
})
