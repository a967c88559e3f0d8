import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { baseMap } from './base-map.ts'
import { COARSE_SIZE, FINE_SIZE } from './path.ts'

for (const [file, size, most] of [
  ['base-map.json', COARSE_SIZE, 150_000],
  ['base-map-fine.json', FINE_SIZE, 600_000],
] as const) {
  describe(file, () => {
    it('is what node tools/base-map/main.ts draws', async () => {
      const kept = await readFile(new URL(`../../web/public/${file}`, import.meta.url), 'utf8')
      assert.ok(kept === (await baseMap(size)), 'drawn from something else')
    })

    it('is small enough to load with a page', async () => {
      assert.ok((await baseMap(size)).length < most)
    })
  })
}
