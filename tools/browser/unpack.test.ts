import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { pack } from 'tar-fs'
import { browserCaches, unpackedBrowser } from './unpack.ts'

/** The package's layout, with a few bytes in each file. */
const FILES = { al2023: 'lib/libnss3.so', fonts: 'fonts/Open_Sans/OpenSans-Regular.ttf', swiftshader: 'libEGL.so' }
const FONT = 'fonts/fonts/Open_Sans/OpenSans-Regular.ttf'

let work: string
let from: string
let cache: string
let runs = 0

before(async () => {
  work = await mkdtemp(join(tmpdir(), 'isobar-unpack-'))
  from = join(work, 'package')
  await mkdir(join(from, 'bin'), { recursive: true })
  await writeFile(join(from, 'package.json'), '{"version":"9.9.9"}')
  await writeFile(join(from, 'bin', 'chromium.br'), brotliCompressSync('a browser'))
  for (const [archive, file] of Object.entries(FILES)) {
    const tree = join(work, archive)
    await mkdir(join(tree, file, '..'), { recursive: true })
    await writeFile(join(tree, file), 'some bytes')
    await writeFile(join(from, 'bin', `${archive}.tar.br`), brotliCompressSync(await buffer(pack(tree))))
  }
})
after(() => rm(work, { recursive: true, force: true }))
beforeEach(() => {
  cache = join(work, `cache-${runs++}`)
})

const unpacked = (): Promise<string> => unpackedBrowser({ from, caches: [cache] })
const sizeOf = async (...path: string[]): Promise<number> => (await stat(join(...path))).size

describe('the unpacked browser', () => {
  it('is in one folder by version, with a fonts.conf that names its own fonts', async () => {
    const folder = await unpacked()
    assert.equal(folder, join(cache, 'browser-9.9.9'))
    assert.deepEqual(await readdir(cache), ['browser-9.9.9'])
    assert.equal((await stat(join(folder, 'chromium'))).mode & 0o111, 0o111)
    const conf = await readFile(join(folder, 'fonts.conf'), 'utf8')
    const [fonts] = /(?<=<dir>).*(?=<\/dir>)/.exec(conf) ?? []
    assert.equal(await sizeOf(fonts ?? '', 'Open_Sans', 'OpenSans-Regular.ttf'), 10)
    assert.doesNotMatch(conf.replaceAll(folder, '.'), />\//, 'another absolute path')
  })

  it('stays as it is when it is complete', async () => {
    const { ino } = await stat(await unpacked())
    assert.equal((await stat(await unpacked())).ino, ino)
  })

  for (const [title, damage] of [
    ['a truncated program', (folder: string) => truncate(join(folder, 'chromium'), 3)],
    ['a missing font', (folder: string) => rm(join(folder, FONT))],
    ['a missing manifest', (folder: string) => rm(join(folder, 'manifest.json'))],
    ['half a manifest', (folder: string) => truncate(join(folder, 'manifest.json'), 20)],
  ] as const) {
    it(`is unpacked again with ${title}`, async () => {
      const folder = await unpacked()
      await damage(folder)
      assert.equal(await unpacked(), folder)
      assert.equal(await sizeOf(folder, 'chromium'), 9)
      assert.equal(await sizeOf(folder, FONT), 10)
      assert.deepEqual(await readdir(cache), ['browser-9.9.9'])
    })
  }

  it('is unpacked again when the checkout was moved, since its fonts.conf names the former place', async () => {
    await unpacked()
    const moved = `${cache}-moved`
    await rename(cache, moved)
    cache = moved
    assert.match(await readFile(join(await unpacked(), 'fonts.conf'), 'utf8'), /-moved/)
  })

  it('is replaced on request even when it is complete', async () => {
    const folder = await unpacked()
    await writeFile(join(folder, 'chromium'), 'a browzer')
    await unpackedBrowser({ from, caches: [cache], again: true })
    assert.equal(await readFile(join(folder, 'chromium'), 'utf8'), 'a browser')
  })

  it('is not hindered by what a killed unpacking left, and removes it after a while', async () => {
    const dead = join(cache, 'browser-9.9.9.dead')
    const recent = join(cache, 'browser-9.9.9.at-work')
    for (const folder of [dead, recent]) await mkdir(folder, { recursive: true })
    await writeFile(join(dead, 'chromium'), 'a b')
    await utimes(dead, 0, 0)
    await unpacked()
    assert.deepEqual((await readdir(cache)).toSorted(), ['browser-9.9.9', 'browser-9.9.9.at-work'])
  })

  it('is a single complete one after several processes asked for it at once, also in place of a broken one', async () => {
    const program = `
      import { unpackedBrowser } from ${JSON.stringify(import.meta.resolve('./unpack.ts'))}
      console.log(await unpackedBrowser({ from: ${JSON.stringify(from)}, caches: [${JSON.stringify(cache)}] }))`
    for (const round of ['none', 'broken']) {
      if (round === 'broken') await truncate(join(cache, 'browser-9.9.9', 'chromium'), 0)
      const said = await Promise.all(
        [1, 2, 3].map(async () => {
          const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
          const [out, [status]] = await Promise.all([buffer(child.stdout), once(child, 'close')])
          return `${status} ${out.toString().trim()}`
        }),
      )
      assert.deepEqual(new Set(said), new Set([`0 ${join(cache, 'browser-9.9.9')}`]))
      assert.equal(await sizeOf(cache, 'browser-9.9.9', 'chromium'), 9)
      assert.deepEqual(await readdir(cache), ['browser-9.9.9'])
    }
  })

  it('goes into the next cache when the first is read-only, unless it is there already', async () => {
    // Root may write to folders without permission, but to none of the kernel's.
    const readOnly = '/sys/isobar'
    assert.equal(await unpackedBrowser({ from, caches: [readOnly, cache] }), join(cache, 'browser-9.9.9'))
    await assert.rejects(unpackedBrowser({ from, caches: [readOnly] }))
  })

  it('fails on a damaged archive and leaves nothing behind', async () => {
    const damaged = join(work, 'damaged')
    await cp(from, damaged, { recursive: true })
    await truncate(join(damaged, 'bin', 'chromium.br'), 5)
    await assert.rejects(unpackedBrowser({ from: damaged, caches: [cache] }))
    assert.deepEqual(await readdir(cache), [])
  })

  it('has a separate cache for each checkout', () => {
    const caches = [browserCaches('/one/'), browserCaches('/two/')].flat()
    assert.equal(new Set(caches).size, 4)
  })
})
