import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadConfig } from './config.ts'
import { Fault } from './reader.ts'
import { buildWorkerConfig, parseWorkerCount } from './workers.ts'

const GIB = 1024 ** 3
const machine = { platform: 'linux', processors: 8, bytes: 16 * GIB } as const

describe('WORKERS', () => {
  it('auto means one for each processor with enough memory', () => {
    assert.equal(parseWorkerCount('auto', machine), 8)
    assert.equal(parseWorkerCount('auto', { ...machine, processors: 2 }), 2)
    assert.equal(parseWorkerCount('auto', { ...machine, bytes: 3.5 * GIB }), 3)
    assert.equal(parseWorkerCount('auto', { ...machine, bytes: GIB / 2 }), 1)
    assert.equal(parseWorkerCount('auto', { ...machine, processors: 256, bytes: 1024 * GIB }), 64)
  })

  it('is one if processes cannot share a port; no other value is allowed then', () => {
    assert.equal(parseWorkerCount('auto', { ...machine, platform: 'darwin' }), 1)
    assert.equal(parseWorkerCount('1', { ...machine, platform: 'darwin' }), 1)
    assert.throws(() => parseWorkerCount('2', { ...machine, platform: 'darwin' }), Fault)
  })

  for (const text of ['0', '65', '-1', 'two', '1.5']) {
    it(`refuses ${text}`, () => void assert.throws(() => parseWorkerCount(text, machine), Fault))
  }

  it('divides the connections and streams that the service may have', () => {
    const config = loadConfig({ NODE_ENV: 'test', MAX_CONNECTIONS: '1000', MAX_STREAMS: '0', MAX_STREAMS_PER_CLIENT: '7' })
    const divided = buildWorkerConfig({ ...config, MAX_CONNECTIONS_PER_CLIENT: 64 }, 3)
    assert.deepEqual(
      { MAX_CONNECTIONS: divided.MAX_CONNECTIONS, MAX_CONNECTIONS_PER_CLIENT: divided.MAX_CONNECTIONS_PER_CLIENT, PORT: divided.PORT },
      { MAX_CONNECTIONS: 334, MAX_CONNECTIONS_PER_CLIENT: 22, PORT: config.PORT },
    )
    assert.deepEqual(
      { MAX_STREAMS: divided.MAX_STREAMS, MAX_STREAMS_PER_CLIENT: divided.MAX_STREAMS_PER_CLIENT },
      { MAX_STREAMS: 0, MAX_STREAMS_PER_CLIENT: 3 },
    )
  })
})
