import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COPIED = ['src', 'test/helpers', 'tools', 'migrations', 'web/public', 'package.json']

/** A provider that says the same everywhere; what a contributor would write, without the network. */
const PROVIDER = `
import { NOTHING_MEASURED } from '../../domain/measurements.ts'
import type { ProviderDefinition } from '../provider.ts'

const PRODUCT = { id: 'example/weather', weight: 1 }

export const example: ProviderDefinition<object> = {
  id: 'example',
  connection: 'example',
  storesKey: false,
  keyIn: () => null,
  open: () => ({
    id: 'example',
    attribution: { name: 'Example', text: 'Weather by Example', url: 'https://example.com/', license: 'CC0' },
    coverage: 'global',
    weather: {
      product: PRODUCT,
      groups: [['current']],
      configured: () => true,
      fetch: async () => ({
        timezone: 'Europe/Berlin',
        utcOffsetSeconds: 7_200,
        simulated: true,
        scopes: {
          current: {
            ...NOTHING_MEASURED, soilMoisture: 40, observedAt: '2026-07-01T12:00:00Z', temperature: 21, feelsLike: null, isDay: true,
            condition: 'clear', providerCode: 1, sunrise: null, sunset: null,
          },
        },
      }),
    },
  }),
  refusedBy: () => null,
  settingsIn: () => ({}),
}
`

const ASK = `
import { createTestApp } from './test/helpers/app.ts'
const app = await createTestApp({ env: { WEATHER_PROVIDERS: 'example' } })
const { status, body } = await app.get('/api/weather?lat=52.52&lon=13.41&scope=current')
console.log(JSON.stringify([status, body.source, body.attribution?.name, body.temperature, body.soilMoisture]))
await app.close()
`

/**
 * The recipes of CONTRIBUTING that a program can carry out, on a copy of the sources: what has to be touched is what was edited here, and
 * what the compiler then names.
 */
describe('the recipes', () => {
  let copy: string
  let faults: string[]
  before(async () => {
    copy = await mkdtemp(join(tmpdir(), 'isobar-recipes-'))
    for (const path of COPIED) await cp(join(ROOT, path), join(copy, path), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    await mkdir(join(copy, 'src/providers/example'))
    await writeFile(join(copy, 'src/providers/example/index.ts'), PROVIDER)
    await edit('src/providers/index.ts', 'import { nws }', "import { example } from './example/index.ts'\nimport { nws }")
    await edit('src/providers/index.ts', 'openMeteo, nws]', 'openMeteo, nws, example]')
    await edit(
      'src/domain/measurements.ts',
      '  snow: {',
      "  soilMoisture: { unit: null, column: 'soil_moisture', description: 'Percent' },\n  snow: {",
    )
    await edit('src/domain/hazards/hazard.ts', "  'marine',\n", "  'marine',\n  'dust',\n")
    await writeFile(
      join(copy, 'tsconfig.json'),
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: ['src'], exclude: ['src/**/*.test.ts'] }),
    )
    faults = await compile()
  })
  after(() => rm(copy, { recursive: true, force: true }))

  async function edit(path: string, from: string, to: string): Promise<void> {
    const text = await readFile(join(copy, path), 'utf8')
    assert.equal(text.split(from).length, 2, `${path} has one ${from}`)
    await writeFile(
      join(copy, path),
      text.replace(from, () => to),
    )
  }

  async function compile(): Promise<string[]> {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const run = promisify(execFile)(process.execPath, [tsc, '-p', copy, '--pretty', 'false'], { cwd: copy, maxBuffer: 16 * 1024 * 1024 })
    const { stdout } = await run.catch((error: { stdout: string }) => error)
    return stdout.split('\n')
  }

  /** The files, without their lines, whose faults speak of it. */
  const namedFor = (what: string): string[] => [
    ...new Set(faults.filter((fault) => fault.includes(what)).map((fault) => fault.replace(/\(.*/, ''))),
  ]

  it('a provider is its folder and one line', async () => {
    assert.deepEqual(namedFor('xample'), [])
    await writeFile(join(copy, 'ask.ts'), ASK)
    const { stdout } = await promisify(execFile)(process.execPath, ['ask.ts'], { cwd: copy, timeout: 120_000 })
    assert.equal(stdout.trim(), JSON.stringify([200, 'example', 'Example', 21, 40]))
  })

  it('a measurement is one line and the providers that say whether they send it; the archive’s column is a migration', () => {
    assert.deepEqual(namedFor('soilMoisture'), ['src/providers/open-meteo/transform.ts', 'src/providers/openweather/transform.ts'])
  })

  it('a hazard is one line and its word; the compiler names who needs the word', () => {
    assert.notDeepEqual(namedFor('hazard.dust'), [])
    assert.deepEqual(
      faults.filter((fault) => /^src\S+: error/.test(fault) && !/dust|soilMoisture/.test(fault)),
      [],
    )
  })
})
