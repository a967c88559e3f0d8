import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildTownTable } from './build-town-table.ts'
import { hasStoredTowns, loadStoredTowns, MADE_FROM } from './stored-towns.ts'

const table = buildTownTable([
  { id: 2_820_256, name: 'Ulm', country: 'DE', state: null, lat: 48.4, lon: 9.99, population: 126_000, otherKeys: ['乌尔姆'] },
])

async function emptyFolder(t: TestContext): Promise<URL> {
  const path = await mkdtemp(join(tmpdir(), 'isobar-towns-'))
  t.after(() => rm(path, { recursive: true, force: true }))
  return pathToFileURL(`${path}/`)
}

function maker() {
  const made = { times: 0, make: async () => ((made.times += 1), table) }
  return made
}

describe('the stored table of towns', () => {
  it('is built once, and the same afterwards', async (t) => {
    const folder = await emptyFolder(t)
    const made = maker()
    assert.equal(await hasStoredTowns(folder), false)
    for (let i = 0; i < 3; i++) assert.deepEqual(await loadStoredTowns(made.make, folder), table)
    assert.equal(made.times, 1)
    assert.equal(await hasStoredTowns(folder), true)
  })

  it('is rebuilt if the file is damaged', async (t) => {
    const folder = await emptyFolder(t)
    await loadStoredTowns(maker().make, folder)
    const [name = ''] = await readdir(folder)
    await writeFile(new URL(name, folder), (await readFile(new URL(name, folder))).subarray(0, 100))
    const made = maker()
    assert.deepEqual(await loadStoredTowns(made.make, folder), table)
    assert.equal(made.times, 1)
  })

  it('replaces tables of earlier data', async (t) => {
    const folder = await emptyFolder(t)
    await writeFile(new URL('of-earlier-data.bin', folder), 'x')
    await loadStoredTowns(maker().make, folder)
    assert.equal((await readdir(folder)).length, 1)
  })

  it('is built each time if nothing can be written', async (t) => {
    const folder = await emptyFolder(t)
    await writeFile(new URL('file', folder), '')
    const made = maker()
    for (let i = 1; i <= 2; i++) {
      assert.deepEqual(await loadStoredTowns(made.make, new URL('file/', folder)), table)
      assert.equal(made.times, i)
    }
  })

  it('depends on every module that builds it', async () => {
    const named = new Set(MADE_FROM.map((url) => fileURLToPath(url)))
    for (const path of [...named].filter((each) => each.endsWith('.ts'))) {
      for (const [, imported = ''] of (await readFile(path, 'utf8')).matchAll(/from '(\.[^']+)'/g))
        assert.ok(named.has(fileURLToPath(new URL(imported, pathToFileURL(path)))), `${path} imports ${imported}`)
    }
  })
})
