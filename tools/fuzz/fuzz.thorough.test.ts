import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createStream } from '../random.ts'
import { fuzz, type FuzzFailure } from './fuzz.ts'
import { hostileValue, jsonOf, RawJson } from './hostile.ts'
import { type FuzzedService, startFuzzed } from './target.ts'
import { createValues } from './values.ts'
import { bytesOf } from './wire.ts'

const SEED = 20_261_121
const REQUESTS = 600

describe('requests made from the OpenAPI document', () => {
  let service: FuzzedService
  before(async () => {
    service = await startFuzzed()
  })
  after(() => service?.app.close())

  it('are answered as documented, whatever they contain', async () => {
    const failures: FuzzFailure[] = []
    const summary = await fuzz({
      url: service.app.url,
      document: service.document,
      seed: SEED,
      requests: REQUESTS,
      concurrency: 4,
      credentials: service.credentials,
      onFailure: (failure) => failures.push(failure),
    })
    const shown = failures.map(
      ({ n, operation, reason, request }) => `${n} ${operation}: ${reason}\n${bytesOf(request, 'host').toString('latin1')}`,
    )
    assert.deepEqual(shown, [])
    assert.equal(summary.sent, REQUESTS)
    // The requests must get past access checks: otherwise only those are tested.
    for (const status of [200, 400, 404]) assert.ok((summary.statuses.get(status) ?? 0) > REQUESTS / 30, String(status))
  })
})

describe('what the fuzzer sends', () => {
  it('follows from the seed', () => {
    const made = (seed: number) => Array.from({ length: 50 }, (_, n) => jsonOf(hostileValue(createStream(seed, n))))
    assert.deepEqual(made(1), made(1))
    assert.notDeepEqual(made(1), made(2))
  })

  it('can be JSON that JavaScript does not write', () => {
    assert.equal(jsonOf({ a: [new RawJson('1e400')] }), '{"a":[1e400]}')
  })

  it('follows a schema where it should', () => {
    const values = createValues(() => ({ type: 'integer', minimum: 1, maximum: 3 }))
    const schema = { type: 'object', required: ['n'], properties: { n: { $ref: '#/x' }, on: { type: 'boolean' } } }
    for (let n = 0; n < 200; n++) {
      const value = values.of(schema, 'valid', createStream(SEED, n)) as { n: number; on?: boolean }
      assert.ok(value.n >= 1 && value.n <= 3 && Number.isInteger(value.n))
      assert.ok(value.on === undefined || typeof value.on === 'boolean')
    }
  })
})
