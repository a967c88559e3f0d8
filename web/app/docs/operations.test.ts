import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { ApiDocument } from './document.ts'
import { shapesOf, valueOf } from './fields.ts'
import { errorsIn, sectionsOf } from './operations.ts'

const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as ApiDocument
const ORIGIN = 'https://weather.example'
const sections = sectionsOf(document, ORIGIN)
const operations = sections.flatMap((section) => section.operations)
const find = (id: string) => {
  const operation = operations.find((each) => each.id === id)
  assert.ok(operation, id)
  return operation
}

describe('the documentation of the API', () => {
  it('lists every operation, each under one address', () => {
    const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    assert.equal(operations.length, documented.length)
    assert.equal(new Set(sections.map(({ slug }) => slug)).size, sections.length)
    for (const { slug } of sections) assert.match(slug, /^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  })

  it('describes the values of a parameter', () => {
    const { parameters, curl, tryable } = find('getWeather')
    const lat = parameters.find(({ name }) => name === 'lat')
    assert.deepEqual(lat, {
      name: 'lat',
      in: 'query',
      type: 'number',
      limits: ['-90 to 90'],
      isRequired: true,
      description: 'Degrees north',
      example: '52.52',
    })
    const units = parameters.find(({ name }) => name === 'units')
    assert.deepEqual([units?.type, units?.limits], ['"metric" | "uk" | "imperial" | "si"', ['default `"metric"`']])
    assert.equal(tryable, '/api/weather?lat=52.52&lon=13.41&scope=current')
    assert.equal(curl, `curl '${ORIGIN}${tryable}'`)
  })

  it('describes each shape of an answer, and its nested fields', () => {
    const [ok] = find('getWeather').answers
    assert.deepEqual(
      ok?.shapes.map(({ name }) => name),
      ['scope: current', 'scope: hourly', 'scope: daily', 'scope: minutely'],
    )
    const names = ok?.shapes.map(({ fields }) => fields.map(({ name }) => name)) ?? []
    assert.ok(names[0]?.includes('units.temperature') && names[1]?.includes('points[].temperature'), String(names[1]))
    const temperature = ok?.shapes[0]?.fields.find(({ name }) => name === 'temperature')
    assert.equal(temperature?.type, 'number or null')
    assert.equal(ok?.examples.length, 4)
  })

  it('describes the fields of a body, and writes the command that sends it', () => {
    const { body, curl, tryable } = find('createSubscription')
    const email = body?.shapes[0]?.fields.find(({ name }) => name === 'email')
    assert.deepEqual([email?.isRequired, email?.limits], [true, ['3 to 254 characters']])
    assert.match(
      curl,
      /^curl -X POST 'https:\/\/weather\.example\/api\/subscriptions' \\\n {2}-H 'Content-Type: application\/json' \\\n {2}-d '\{"clientId"/,
    )
    assert.equal(tryable, null)
  })

  it('offers a trial only for public read operations', () => {
    for (const { id, method, needs, tryable } of operations) {
      if (tryable !== null) assert.deepEqual([method, needs], ['GET', null], id)
      if (needs !== null) assert.equal(tryable, null, id)
    }
    assert.equal(find('runWeeklyDigests').needs, 'cron')
    assert.match(find('runWeeklyDigests').curl, /Bearer \$CRON_SECRET/)
  })

  it('collects the error codes with their statuses', () => {
    const errors = errorsIn(sections)
    assert.deepEqual(errors.find(({ code }) => code === 'service_unavailable')?.statuses, ['502', '503'])
    assert.ok(errors.every(({ code, meaning }) => code !== '' && meaning !== ''))
  })
})

describe('a schema in words', () => {
  it('describes nullable values, lists, bounds and alternatives', () => {
    assert.deepEqual(valueOf({ anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] }, {}), {
      type: 'integer or null',
      limits: ['at least 1'],
    })
    assert.deepEqual(valueOf({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 5 }, {}), {
      type: 'array of string (uuid)',
      limits: ['at most 5 items'],
    })
    assert.equal(valueOf({ anyOf: [{ type: 'string' }, { type: 'number' }] }, {}).type, 'string | number')
    assert.equal(valueOf({}, {}).type, 'anything')
  })

  it('stops at a schema that refers to itself', () => {
    const schemas = { Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } } }
    assert.equal(shapesOf({ $ref: '#/components/schemas/Tree' }, schemas)[0]?.fields.at(-1)?.name, 'child.child.child.child.child')
  })
})
