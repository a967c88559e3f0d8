import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { workersOf } from '../lab/torture/rig/processes.ts'
import { putCluster } from './helpers/cluster.ts'
import { closedAtEnd } from './helpers/ending.ts'
import { startService } from './helpers/service-process.ts'
import { until } from './helpers/until.ts'

const MODULE = new URL('../src/platform/standstill.ts', import.meta.url).href
const LIMIT_MS = 1_000
const NO_SIGNALS = process.platform === 'win32' ? 'Windows has no such signals' : false

/** A process that is watched, says so, and then runs the code. */
function start(code: string) {
  const program = `
    const { watchForStandstill } = await import(${JSON.stringify(MODULE)})
    watchForStandstill(${LIMIT_MS})
    process.on('message', () => process.send('alive'))
    process.send('watched')
    ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  closedAtEnd(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output }
}

interface Line {
  readonly level: string
  readonly msg: string
  readonly stack: readonly string[] | null
}

/** The line that a process wrote before it ended itself. */
async function lastWords(code: string): Promise<Line> {
  const { child, output } = start(code)
  const [status, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  assert.deepEqual({ status, signal }, { status: null, signal: 'SIGKILL' })
  return JSON.parse(output()) as Line
}

describe('a process whose main thread stands still', () => {
  it('ends, and says where it was', async () => {
    const { level, msg, stack } = await lastWords('setTimeout(function turning() { for (;;); }, 100)')
    assert.equal(level, 'fatal')
    assert.match(msg, /stood still for [1-3] s; ending the process/)
    assert.ok(
      stack?.some((frame) => frame.startsWith('turning ')),
      JSON.stringify(stack),
    )
  })

  it('ends in a pattern or in native code, too', async () => {
    await lastWords("setTimeout(() => /^(a+)+$/.test('a'.repeat(60) + '!'), 100)")
    await lastWords("const { execSync } = await import('node:child_process'); setTimeout(() => execSync('sleep 20'), 100)")
  })
})

describe('a process that', () => {
  it('works without a pause of that length is left alone', async () => {
    const { child } = start('setInterval(() => { const end = performance.now() + 300; while (performance.now() < end); }, 301)')
    await once(child, 'message')
    await sleep(3 * LIMIT_MS)
    child.send('?')
    assert.deepEqual(await once(child, 'message'), ['alive', undefined])
    child.kill('SIGKILL')
  })

  it('waits without working for less than three times as long is left alone', async () => {
    const { child } = start("const { execSync } = await import('node:child_process'); setTimeout(() => execSync('sleep 1.5'), 100)")
    await once(child, 'message')
    await sleep(3 * LIMIT_MS)
    child.send('?')
    assert.deepEqual(await once(child, 'message'), ['alive', undefined])
    child.kill('SIGKILL')
  })

  it('was suspended is left alone', { skip: NO_SIGNALS }, async () => {
    const { child } = start('')
    await once(child, 'message')
    for (let i = 0; i < 2; i++) {
      child.kill('SIGSTOP')
      await sleep(2 * LIMIT_MS)
      child.kill('SIGCONT')
      child.send('?')
      assert.deepEqual(await once(child, 'message'), ['alive', undefined])
    }
    child.kill('SIGKILL')
  })
})

describe('a worker of the service', { skip: process.platform === 'linux' ? false : 'processes share a port only on Linux' }, () => {
  it('that stands still is replaced', async () => {
    const dataDir = await putCluster(await mkdtemp(join(tmpdir(), 'isobar-standstill-')))
    const service = await startService({
      DATA_DIR: dataDir,
      WORKERS: '2',
      WEATHER_PROVIDERS: 'open-meteo',
      NODE_OPTIONS: '--inspect-port=0',
    })
    const pids = () => workersOf(service.child.pid ?? 0)
    const ready = async () =>
      /^isobar_workers 2$/m.test(await (await fetch(`${service.url}/api/metrics`, { headers: { connection: 'close' } })).text())
    await until('both workers listen', () => ready().catch(() => false))
    const [standing = 0] = await pids()
    process.kill(standing, 'SIGUSR1')
    const address = () => /ws:\/\/\S+/.exec(service.output())?.[0] ?? ''
    await until('its inspector listens', () => address() !== '')
    const socket = new WebSocket(address())
    await once(socket, 'open')
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'setTimeout(() => { for (;;); }, 0)' } }))
    await once(socket, 'message')
    await until('another took its place', async () => !(await pids()).includes(standing) && (await pids()).length === 2)
    await until('both listen again', () => ready().catch(() => false))
    assert.match(service.output(), /"the main thread has stood still for [1-3]\d s; ending the process"/)
    assert.match(service.output(), /"a worker ended; replacing it"/)
    assert.equal(await service.end('SIGTERM'), 0)
    await rm(dataDir, { recursive: true, force: true })
  })
})
