import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { baseMap } from './base-map.ts'

describe('base-map.json', () => {
  it('is what the tool draws: node tools/base-map/main.ts', async () => {
    const kept = await readFile(new URL('../../web/public/base-map.json', import.meta.url), 'utf8')
    assert.ok(kept === (await baseMap()), 'drawn from something else')
  })

  it('is small enough to be loaded by the way', async () => {
    assert.ok((await baseMap()).length < 150_000)
  })
})
