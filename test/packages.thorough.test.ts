import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { packPackage } from '../tools/release/pack.ts'
import { type Simulator, startSimulator } from '../tools/upstream-simulator/simulator.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
const NAMES = ['weather', 'providers'] as const
/** What its README has of a package: a program, and what it prints where that is always the same. */
const [WEATHER, PROVIDERS] = NAMES.map((name) => {
  const text = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8')
  const [, program = '', printed = ''] = /```ts\n(.*?)```\n(?:\n```text\n(.*?)```)?/s.exec(text) ?? []
  return { name, program, printed }
}) as [Example, Example]
interface Example {
  readonly name: string
  readonly program: string
  readonly printed: string
}
const UPSTREAMS = /https:\/\/(?:api\.met\.no|aviationweather\.gov)/g

/** The tarballs that `npm run release` makes, installed by npm in an empty folder. */
describe('the packages of weather and providers, installed', () => {
  let folder: string
  let simulator: Simulator
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'isobar-packages-'))
    const tarballs: string[] = []
    for (const name of NAMES) tarballs.push(await packPackage(name, join(folder, 'packed')))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder })
    simulator = await startSimulator({ port: 0, now: Date.now })
    for (const { name, program } of [WEATHER, PROVIDERS]) {
      const here = program.replaceAll(UPSTREAMS, simulator.url)
      await writeFile(join(folder, `${name}.ts`), here)
      // For a Node.js that does not run TypeScript.
      await writeFile(join(folder, `${name}.js`), stripTypeScriptTypes(here))
    }
  })
  after(async () => {
    await simulator?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('need nothing of the service, and no other package of its', async () => {
    assert.deepEqual((await readdir(join(folder, 'node_modules/@isobar'))).toSorted(), ['providers', 'weather'])
    for (const name of NAMES) {
      const files = await readdir(join(folder, 'node_modules/@isobar', name), { recursive: true })
      assert.deepEqual(
        files.filter((file) => /\.test\.|\/testing\/|(?<!\.d)\.ts$/.test(file)),
        [],
        `${name} brings no sources and no tests`,
      )
    }
  })

  it('give the examples, and whoever imports all of them, their types, strictly and without those of Node.js', async () => {
    const files = await readdir(join(folder, 'node_modules/@isobar/providers/dist'), { recursive: true })
    const paths = ['weather', 'weather/blend', 'weather/time', 'providers', 'providers/port', 'providers/feed-readers'].concat(
      files.flatMap((file) => (/^[\w-]+\/index\.js$/.test(file) ? `providers/${dirname(file)}` : [])),
    )
    assert.ok(paths.length > 20, paths.join())
    await writeFile(join(folder, 'all.ts'), paths.map((path, at) => `export * as all${at} from '@isobar/${path}'\n`).join(''))
    const compilerOptions = { module: 'nodenext', target: 'es2024', types: [], lib: ['es2024', 'dom'], strict: true, noEmit: true }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { stdout } = await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    assert.equal(stdout, '')
  })

  it('print what their READMEs say, on each Node.js of this machine that is new enough', async () => {
    for (const node of await listNodes()) {
      const { stdout: weather } = await run(node, ['weather.js'], { cwd: folder })
      assert.equal(weather, WEATHER.printed, node)
      const { stdout } = await run(node, ['providers.js'], { cwd: folder })
      assert.match(stdout, /^\d{4}-\d\d-\d\d: [\d.]+ mm\. .*MET Norway.*\n.+: -?[\d.]+ °C at \d{4}-\d\d-\d\dT[\d:]+Z\n$/, node)
    }
  })
})

/** This one, and those of PATH from 20.19 on. */
async function listNodes(): Promise<string[]> {
  const nodes = new Map<string, string>([[process.version, process.execPath]])
  for (const folder of new Set(process.env['PATH']?.split(delimiter))) {
    const node = join(folder, 'node')
    const version = await run(node, ['--version']).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    )
    const [, major = 0, minor = 0] = /^v(\d+)\.(\d+)/.exec(version)?.map(Number) ?? []
    if ((major > 20 || (major === 20 && minor >= 19)) && !nodes.has(version)) nodes.set(version, node)
  }
  return [...nodes.values()]
}
