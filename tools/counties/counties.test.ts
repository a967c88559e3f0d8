import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { drawCounties } from './counties.ts'

it('the counties of the service are those that the tool draws', async () => {
  const stored = await readFile(new URL('../../packages/providers/src/nws/counties.json', import.meta.url), 'utf8')
  assert.deepEqual(JSON.parse(stored), await drawCounties())
})
