import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLogger } from './log.ts'

function capture(level: 'info' | 'debug' = 'info') {
  const lines: string[] = []
  const log = createLogger({ level, destination: { write: (line: string) => void lines.push(line) } })
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? 'null') as Record<string, unknown> }
}

describe('createLogger', () => {
  it('writes one JSON object a line with level and time', () => {
    const { log, last, lines } = capture()
    log.info({ requestId: 'r1' }, 'hello')
    assert.equal(lines.length, 1)
    const { level, msg, requestId, time } = last()
    assert.deepEqual({ level, msg, requestId }, { level: 'info', msg: 'hello', requestId: 'r1' })
    assert.match(String(time), /^\d{4}-\d\d-\d\dT.*Z$/)
  })

  it('drops messages below its level', () => {
    const { log, lines } = capture()
    log.debug('quiet')
    assert.equal(lines.length, 0)
  })

  it('logs type, message, code and causes of an error, but no other properties', () => {
    const { log, lines, last } = capture()
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(someone@example.org)' })
    log.error({ err: new TypeError('failed', { cause }) }, 'oops')
    const err = last().err as { type: string; message: string; cause: { message: string; code: string } }
    assert.equal(err.type, 'TypeError')
    assert.equal(err.cause.code, '23505')
    assert.equal(err.cause.message, 'duplicate key')
    assert.ok(!lines.join('').includes('someone@example.org'))
  })

  it('stops at an endless chain of causes', () => {
    const { log, last } = capture()
    const loop = new Error('loop')
    loop.cause = loop
    log.error({ err: loop }, 'oops')
    assert.equal((last().err as { message: string }).message, 'loop')
  })

  it('accepts a thrown value that is not an error', () => {
    const { log, last } = capture()
    log.error({ err: 'text' }, 'oops')
    assert.equal((last().err as { message: string }).message, 'text')
  })
})
