import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface Cruise {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly { readonly resolved: string }[] }[]
  readonly summary: {
    readonly violations: readonly { readonly rule: { readonly name: string }; readonly from: string; readonly to: string }[]
  }
}

async function cruise(): Promise<Cruise> {
  const args = [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--output-type',
    'json',
    'src',
    'tools',
    'lab',
    'test',
    'web',
    'packages',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout) as Cruise
}

/** The dependency rules, and a check that the checker sees the code: a parser that reads nothing finds no fault. */
describe('architecture', () => {
  let cruised: Cruise
  before(async () => {
    cruised = await cruise()
  })

  it('is checked as a whole: every module of src and what it imports', async () => {
    const files = (await readdir(`${ROOT}/src`, { recursive: true })).filter((name) => name.endsWith('.ts'))
    assert.equal(cruised.modules.filter(({ source }) => source.startsWith('src/') && source.endsWith('.ts')).length, files.length)
    const gateway = cruised.modules.find(({ source }) => source === 'src/gateway/wait.ts')
    assert.ok(gateway?.dependencies.some(({ resolved }) => resolved === 'packages/providers/src/port.ts'))
  })

  it('is checked as a whole: every module of the site', async () => {
    const files = (await readdir(`${ROOT}/web/app`, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
    assert.equal(cruised.modules.filter(({ source }) => /^web\/app\/.*\.tsx?$/.test(source)).length, files.length)
  })

  it('is checked as a whole: every module of the packages', async () => {
    const files = (await readdir(`${ROOT}/packages`, { recursive: true })).filter((name) => /^[^/]+\/src\/.*\.ts$/.test(name))
    assert.ok(files.length > 0)
    assert.equal(cruised.modules.filter(({ source }) => /^packages\/[^/]+\/src\/.*\.ts$/.test(source)).length, files.length)
  })

  it('follows its rules', () => {
    assert.deepEqual(
      cruised.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
      [],
    )
  })

  it('loads OpenTelemetry only for tracing, and only when tracing is opened', async () => {
    const files = (await readdir(`${ROOT}/src`, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
    const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(`${ROOT}/src/${file}`, 'utf8') })))
    const loading = texts
      .flatMap(({ file, text }) => text.split('\n').map((line) => `${file}: ${line.trim()}`))
      .filter((line) => line.includes("'@opentelemetry/") && !line.includes(': import type '))
    assert.equal(loading.length, 5)
    for (const line of loading) assert.match(line, /^platform\/tracing\/tracing\.ts: import\('/)
  })
})
