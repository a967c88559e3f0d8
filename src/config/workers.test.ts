import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadConfig } from './config.ts'
import { Fault } from './reader.ts'
import { dividedAmong, workerCount } from './workers.ts'

const GIB = 1024 ** 3
const machine = { platform: 'linux', processors: 8, bytes: 16 * GIB } as const

describe('WORKERS', () => {
  it('auto means one for each processor with enough memory', () => {
    assert.equal(workerCount('auto', machine), 8)
    assert.equal(workerCount('auto', { ...machine, processors: 2 }), 2)
    assert.equal(workerCount('auto', { ...machine, bytes: 3.5 * GIB }), 3)
    assert.equal(workerCount('auto', { ...machine, bytes: GIB / 2 }), 1)
    assert.equal(workerCount('auto', { ...machine, processors: 256, bytes: 1024 * GIB }), 64)
  })

  it('is one if processes cannot share a port; no other value is allowed then', () => {
    assert.equal(workerCount('auto', { ...machine, platform: 'darwin' }), 1)
    assert.equal(workerCount('1', { ...machine, platform: 'darwin' }), 1)
    assert.throws(() => workerCount('2', { ...machine, platform: 'darwin' }), Fault)
  })

  for (const text of ['0', '65', '-1', 'two', '1.5']) {
    it(`refuses ${text}`, () => void assert.throws(() => workerCount(text, machine), Fault))
  }

  it('divides the connections and streams that the service may have', () => {
    const config = loadConfig({ NODE_ENV: 'test', MAX_CONNECTIONS: '1000', MAX_STREAMS: '0', MAX_STREAMS_PER_CLIENT: '7' })
    const divided = dividedAmong({ ...config, MAX_CONNECTIONS_PER_CLIENT: 64 }, 3)
    assert.deepEqual([divided.MAX_CONNECTIONS, divided.MAX_CONNECTIONS_PER_CLIENT, divided.PORT], [334, 22, config.PORT])
    assert.deepEqual([divided.MAX_STREAMS, divided.MAX_STREAMS_PER_CLIENT], [0, 3])
  })
})
