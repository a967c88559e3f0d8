import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import { openSources } from '../../tools/dev/sources.ts'
import { openSite } from './browser.ts'

const BUILT = new URL('../../web/build/', import.meta.url)

describe('the page of all components, in development', () => {
  let close = () => Promise.resolve()
  const site = openSite(async () => {
    const sources = await openSources()
    close = sources.close
    return { site: sources.site }
  })
  after(() => close())

  it('shows each of them in its states, without an error in the console', async () => {
    // Compiles the pages' modules before a browser waits for them.
    await site.app.get('/dev/components', { accept: 'text/html' })
    // React Router's own style sheet in development differs in its nonce, which browsers hide.
    const page = await site.visit('/dev/components', { expected: /data-react-router-critical-css/ })
    const scenes = await page.locator('[data-scene]').evaluateAll((found) => found.map((scene) => scene.getAttribute('data-scene')))
    for (const state of ['loading', 'empty', 'stale', 'night', 'extreme', 'right to left', 'long words'])
      assert.ok(scenes.includes(`Place, ${state}`), state)
    assert.equal(await page.locator('[data-scene="Place, right to left"]').getAttribute('dir'), 'rtl')
    // A bar separates nothing: it is text like any other.
    assert.equal(await page.getByRole('heading', { level: 1, name: 'Vostok | Death Valley' }).count(), 1)
    assert.ok((await page.getByText('A | B').count()) > 0)
  })
})

describe('a build', () => {
  const site = openSite()

  it('does not have that page', async () => {
    const { status } = await site.app.get('/dev/components', { accept: 'text/html' })
    assert.equal(status, 404)
    const files = (await readdir(BUILT, { recursive: true })).filter((name) => /\.(?:js|css)$/.test(name))
    assert.ok(files.length > 50)
    for (const name of files) assert.doesNotMatch(await readFile(new URL(name, BUILT), 'utf8'), /dev-components|data-scene/, name)
  })
})
