import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { programOf } from '../../bin/program.js'
import { until } from '../../test/helpers/until.ts'
import { CannotBuild } from './cannot-build.ts'
import { locked } from './locked.ts'
import { buildService, MADE_FROM, madeFrom } from './service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

describe('the program to run', () => {
  let root: string
  const main = () => join(root, 'src', 'main.ts')
  const other = () => join(root, 'src', 'other.ts')
  const isBuilt = () => programOf(root) === join(root, 'build', 'main.js')

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'isobar-built-'))
  })
  after(() => rm(root, { recursive: true, force: true }))
  beforeEach(async () => {
    await rm(join(root, 'build'), { recursive: true, force: true })
    await mkdir(join(root, 'src'), { recursive: true })
    await mkdir(join(root, 'build'))
    await writeFile(main(), '1')
    await writeFile(other(), '2')
    await writeFile(join(root, MADE_FROM), JSON.stringify(await madeFrom(root, [main(), other()])))
  })

  it('is the built service while its sources are unchanged', () => {
    assert.ok(isBuilt())
  })

  it('is the sources when nothing was built, or the build did not finish', async () => {
    await writeFile(join(root, MADE_FROM), '{"src/main.ts":[1')
    assert.equal(programOf(root), main())
    await rm(join(root, 'build'), { recursive: true })
    assert.equal(programOf(root), main())
  })

  it('is the sources when one of them has another size or other content, or is gone', async () => {
    for (const content of ['22', '3']) {
      await writeFile(other(), content)
      assert.ok(!isBuilt(), content)
    }
    await rm(other())
    assert.ok(!isBuilt())
  })

  it('is the built service in a copy, whatever the times of its files', async () => {
    for (const at of [0, Date.now() / 1_000 + 60]) {
      await utimes(other(), at, at)
      assert.ok(isBuilt(), String(at))
    }
  })

  it('is the built service in a release, which has no sources', async () => {
    await rm(join(root, 'src'), { recursive: true })
    await rm(join(root, MADE_FROM))
    assert.ok(isBuilt())
  })
})

describe('a build', () => {
  it('does not wait for a lock that it can never get', async () => {
    await assert.rejects(
      locked(join(tmpdir(), 'isobar-none', 'build.lock'), () => assert.fail('it was taken')),
      CannotBuild,
    )
  })
})

describe('the lock of a build', () => {
  let lock: string
  before(async () => void (lock = join(await mkdtemp(join(tmpdir(), 'isobar-lock-')), 'build.lock')))
  after(() => rm(dirname(lock), { recursive: true, force: true }))

  it('is not taken from a process that is still building, however long that takes', async () => {
    const order: string[] = []
    const first = locked(
      lock,
      async () => {
        order.push('first begins')
        await sleep(5_000)
        order.push('first ends')
      },
      4_000,
    )
    await until('the first has it', () => order.length > 0)
    await Promise.all([first, locked(lock, async () => void order.push('second begins'), 4_000)])
    assert.deepEqual(order, ['first begins', 'first ends', 'second begins'])
  })

  it('is taken from a process that has died', async () => {
    await mkdir(lock)
    const died = Date.now() / 1_000 - 61
    await utimes(lock, died, died)
    let isDone = false
    await locked(lock, async () => void (isDone = true))
    assert.ok(isDone)
    await assert.rejects(readdir(lock))
  })
})

describe('the built service', () => {
  before(buildService)

  it("is current, and made from the project's files", async () => {
    assert.equal(programOf(ROOT), join(ROOT, 'build', 'main.js'))
    const files = Object.keys(JSON.parse(await readFile(join(ROOT, MADE_FROM), 'utf8')) as object)
    for (const file of ['package.json', 'package-lock.json', 'messages/en.json', 'src/main.ts', 'src/gateway/gateway.ts'])
      assert.ok(files.includes(file), file)
    assert.ok(files.every((file) => !file.endsWith('.test.ts') && !file.startsWith('tools/')))
  })

  it('has a program for each thread, and contains no path of the place where it was built', async () => {
    const files = (await readdir(join(ROOT, 'build'))).filter((name) => name.endsWith('.js'))
    for (const name of [
      'main',
      'render-thread',
      'load-towns',
      'sandbox-thread',
      'message-thread',
      'report-thread',
      'mailbox-thread',
      'content-thread',
      'picture-thread',
      'feed-thread',
      'standstill-thread',
    ])
      assert.ok(files.includes(`${name}.js`), name)
    for (const name of files) {
      const code = await readFile(join(ROOT, 'build', name), 'utf8')
      assert.doesNotMatch(code, /new URL\(["'`]\.\/[\w-]+\.ts["'`]/, name)
      assert.ok(!code.includes(ROOT), name)
    }
  })

  it('loads nothing that a release does not install', async () => {
    const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<string, object>
    const installed = new Set(Object.keys({ ...manifest['dependencies'], ...manifest['optionalDependencies'] }))
    const built = join(ROOT, 'build')
    const loaded = new Set<string>()
    for (const file of (await readdir(built)).filter((name) => name.endsWith('.js')))
      for (const [, id = ''] of (await readFile(join(built, file), 'utf8')).matchAll(/^import (?:[^'"\n]+ from )?"([^"\n]+)";$/gm))
        if (!id.startsWith('.') && !isBuiltin(id)) loaded.add(/^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id)
    assert.ok(loaded.size > 10, [...loaded].join())
    assert.deepEqual(
      [...loaded].filter((name) => !installed.has(name)),
      [],
    )
  })

  it('lists the packages whose code it contains', async () => {
    const licences = await readFile(join(ROOT, 'build', 'LICENSES'), 'utf8')
    for (const name of ['kysely', 'typebox', 'undici']) assert.match(licences, new RegExp(`^${name}$`, 'm'))
  })
})
