import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { createTestApp, type TestApp } from '../../../test/helpers/app.ts'
import { packPackage } from '../../../tools/release/pack.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const README = readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8')
/** A program, and what it prints. */
const EXAMPLE = /```ts\n(?<program>.*?)```\n(?:\n```text\n(?<printed>.*?)```)?/gs
const examples = [...README.matchAll(EXAMPLE)].map(({ groups: { program = '', printed = '' } = {} }) => ({ program, printed }))
const MODULE = 'node_modules/@isobar/client'

/** The tarball that `npm run release` makes, installed by npm in an empty folder. */
describe('the client package, installed', () => {
  let app: TestApp
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'isobar-installed-'))
    const tarball = await packPackage('client', join(folder, 'packed'))
    assert.match(tarball, /isobar-client-[\d.]+\.tgz$/)
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder })
    app = await createTestApp()
    await app.get('/api/weather?lat=52.52&lon=13.41&scope=current')
    await Promise.all(examples.map(({ program }, at) => writeFile(join(folder, `example-${at}.ts`), program)))
  })
  after(async () => {
    await app?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const read = (file: string): Promise<string> => readFile(join(folder, MODULE, file), 'utf8')

  it('is one module with its types, its licence and nothing that it depends on', async () => {
    assert.deepEqual((await readdir(join(folder, 'node_modules/@isobar'))).toSorted(), ['client'])
    assert.deepEqual((await readdir(join(folder, MODULE))).toSorted(), ['LICENSE', 'README.md', 'dist', 'package.json'])
    assert.deepEqual(
      (await readdir(join(folder, MODULE, 'dist'))).filter((file) => !file.endsWith('.d.ts')),
      ['index.js'],
    )
    const module = await read('dist/index.js')
    assert.doesNotMatch(module, /^import |\brequire\(|\bprocess\b|\bBuffer\b/m)
    const manifest = JSON.parse(await read('package.json')) as Record<string, unknown>
    assert.ok(!('dependencies' in manifest))
    const service = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>
    assert.deepEqual(
      { version: manifest['version'], license: manifest['license'] },
      { version: service['version'], license: service['license'] },
    )
  })

  it('is as small as its README states', async () => {
    const [, limit = ''] = /under ([\d.]+) kB compressed/.exec(README) ?? []
    const kilobytes = gzipSync(await read('dist/index.js'), { level: 9 }).length / 1_000
    assert.ok(kilobytes < Number(limit) && kilobytes > Number(limit) * 0.8, `${kilobytes} kB`)
  })

  for (const moduleResolution of ['nodenext', 'bundler'])
    it(`gives the README’s examples their types, by ${moduleResolution}`, async () => {
      const options = { module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext', moduleResolution, target: 'es2022' }
      const config = { ...options, lib: ['es2022', 'dom'], types: [], strict: true, exactOptionalPropertyTypes: true, noEmit: true }
      await mkdir(join(folder, 'types'), { recursive: true })
      await writeFile(join(folder, 'types', 'wrong.ts'), WRONG)
      const project = join(folder, `${moduleResolution}.json`)
      await writeFile(project, JSON.stringify({ compilerOptions: config, include: ['*.ts', 'types/*.ts'] }))
      const { stdout } = await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], { cwd: folder }).catch(
        (error: { stdout: string }) => error,
      )
      assert.equal(stdout, '')
    })

  it('runs the README’s examples against a service, which print what it says', async () => {
    assert.ok(examples.length >= 5)
    for (const [at, { program, printed }] of examples.entries()) {
      assert.ok(program.includes('https://weather.example.org'))
      const file = join(folder, `running-${at}.ts`)
      await writeFile(file, program.replaceAll('https://weather.example.org', app.url))
      const { stdout } = await run(process.execPath, [file], { cwd: folder })
      assert.equal(stdout, printed, program)
    }
  })
})

/** What the types must refuse, and what they must know. */
const WRONG = `
import { createClient, type Weather } from '@isobar/client'

const isobar = createClient({ url: 'https://weather.example.org' })
const place = { lat: 52.52, lon: 13.41 }
// @ts-expect-error: without an address
createClient({})
// @ts-expect-error: an unknown scope
await isobar.weather({ ...place, scope: 'yearly' })
const now: Weather<'current'> = await isobar.weather({ ...place, scope: 'current' })
// @ts-expect-error: it may be unknown
now.temperature.toFixed()
// @ts-expect-error: a field of the days
now.days
const { observations } = await isobar.history(place)
observations[0]?.temperature
const { localIndex } = await isobar.history({ ...place, scope: 'air' })
localIndex satisfies 'europeanIndex' | 'usIndex'
// @ts-expect-error: always JSON
await isobar.history({ ...place, format: 'csv' })
const alerts = await isobar.alerts(place)
// @ts-expect-error: unknown is not none
alerts.length
`
