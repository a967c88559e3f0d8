import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertAccessible, openSite } from './browser.ts'

/** What the providers really sent. A clone of the repository does not include it. */
const RECORDED = fileURLToPath(new URL('../../../shared/upstream-samples/', import.meta.url))

describe('pages on recorded answers', { skip: !existsSync(RECORDED) && 'there are no recorded answers beside the repository' }, () => {
  const site = openSite()

  it('show every recorded place as it is, with no invented number and no console error', async () => {
    const replayed = await fetch(`${site.app.simulator.url}/__simulator/replay`, { method: 'PUT', body: JSON.stringify({ dir: RECORDED }) })
    assert.equal(replayed.status, 200)
    const places = recordedPlaces()
    assert.ok(places.length >= 3)
    for (const { lat, lon, timezone } of places) {
      const page = await site.visit(`/weather/place-${lat},${lon}`)
      // Weather that is late comes after the frame of the page.
      await page.getByRole('heading', { name: 'Data sources' }).waitFor()
      const text = (await page.textContent('main')) ?? ''
      assert.ok(text.includes(timezone.replaceAll('_', ' ')), timezone)
      assert.doesNotMatch(text, /NaN|undefined|Invalid Date|null/)
      await assertAccessible(page)
      await page.context().close()
    }
  })
})

/** The distinct places of the recorded One Call answers. */
function recordedPlaces(): { lat: number; lon: number; timezone: string }[] {
  const folder = `${RECORDED}openweather/`
  const answers = readdirSync(folder)
    .filter((name) => name.startsWith('onecall3_') && name.endsWith('.json') && !name.includes('HANDWRITTEN'))
    .map((name) => JSON.parse(readFileSync(folder + name, 'utf8')) as { lat?: number; lon?: number; timezone?: string; current?: object })
  const places = new Map<string, { lat: number; lon: number; timezone: string }>()
  for (const { lat, lon, timezone, current } of answers) {
    if (lat !== undefined && lon !== undefined && timezone !== undefined && current !== undefined) {
      places.set(`${lat},${lon}`, { lat, lon, timezone })
    }
  }
  return [...places.values()].slice(0, 6)
}
