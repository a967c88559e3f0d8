import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withNamedSchemas } from './named-schemas.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const object = (properties: object, rest: object = {}) => ({ type: 'object', ...rest, properties })
const ref = (name: string, rest: object = {}) => ({ $ref: `#/components/schemas/${name}`, ...rest })
const NUMBER = { type: 'number' }

/** The bodies of a document with one operation for each of them, and its named schemas. */
function named(bodies: Readonly<Record<string, object>>) {
  const paths = Object.fromEntries(
    Object.entries(bodies).map(([operationId, schema]) => [`/${operationId}`, { get: { operationId, responses: { 200: json(schema) } } }]),
  )
  const document = withNamedSchemas({ paths, components: { schemas: { Former: NUMBER } } }) as unknown as {
    paths: Record<string, { get: { operationId: string; responses: Record<string, ReturnType<typeof json>> } }>
    components: { schemas: Record<string, object> }
  }
  const answers = Object.values(document.paths).map(({ get }) => [
    get.operationId,
    get.responses['200']?.content['application/json'].schema,
  ])
  return { bodies: Object.fromEntries(answers) as Record<string, object>, schemas: document.components.schemas }
}

describe('withNamedSchemas', () => {
  it('names a body after its operation, and what is in it after its place; what was named stays', () => {
    const { bodies, schemas } = named({ getDays: object({ days: { type: 'array', items: object({ high: NUMBER }) }, series: object({}) }) })
    assert.deepEqual(bodies, { getDays: ref('GetDaysResponse') })
    assert.deepEqual(schemas, {
      Former: NUMBER,
      GetDaysResponseDay: object({ high: NUMBER }),
      GetDaysResponse: object({ days: { type: 'array', items: ref('GetDaysResponseDay') }, series: object({}) }),
    })
  })

  it('names a schema with a title after that, once for all its uses, each of which keeps its own description', () => {
    const wind = (description: string) => object({ speed: NUMBER }, { title: 'wind at 10 m', description })
    const { bodies, schemas } = named({ getWind: object({ now: wind('now'), soon: wind('soon') }) })
    assert.deepEqual(bodies, { getWind: ref('GetWindResponse') })
    const uses = { now: ref('WindAt10M', { description: 'now' }), soon: ref('WindAt10M', { description: 'soon' }) }
    assert.deepEqual(schemas['GetWindResponse'], object(uses))
    assert.deepEqual(schemas['WindAt10M'], wind('now'))
  })

  it('leaves a schema where it is if another has its name', () => {
    const [speed, angle] = [object({ speed: NUMBER }, { title: 'Wind' }), object({ angle: NUMBER }, { title: 'Wind' })]
    const { bodies, schemas } = named({ getOne: speed, getOther: object({ wind: angle }) })
    assert.deepEqual({ getOne: bodies['getOne'], wind: schemas['Wind'] }, { getOne: ref('Wind'), wind: speed })
    assert.deepEqual(schemas['GetOtherResponse'], object({ wind: angle }))
  })

  it('names bodies that are no objects, and gives a union with null the name', () => {
    const { bodies, schemas } = named({
      getList: { type: 'array', items: NUMBER },
      getMaybe: { anyOf: [object({ at: NUMBER }), { type: 'null' }] },
    })
    assert.deepEqual(bodies, { getList: ref('GetListResponse'), getMaybe: ref('GetMaybeResponseBody') })
    assert.deepEqual(schemas['GetMaybeResponseBody'], { anyOf: [ref('GetMaybeResponse'), { type: 'null' }] })
  })

  it('takes no example for a schema', () => {
    const example = { title: 'Forecast', properties: { high: 3 } }
    const schema = object({ day: object({ high: NUMBER }) }, { default: example })
    const { schemas } = named({ getDay: { ...schema, examples: [example] } })
    assert.deepEqual(schemas['GetDayResponse'], {
      ...object({ day: ref('GetDayResponseDay') }),
      default: example,
      examples: [example],
    })
    assert.deepEqual(Object.keys(schemas), ['Former', 'GetDayResponseDay', 'GetDayResponse'])
  })

  it('names bodies of requests and of errors, and leaves what is not JSON', () => {
    const paths = {
      '/pages': {
        post: {
          operationId: 'create-page',
          requestBody: json(object({ title: NUMBER })),
          responses: {
            204: { description: 'nothing' },
            400: json(object({ error: NUMBER })),
            200: { content: { 'text/csv': { schema: object({ a: NUMBER }) } } },
          },
        },
      },
    }
    const document = withNamedSchemas({ paths, components: {} }) as { paths: typeof paths }
    const { requestBody, responses } = document.paths['/pages'].post
    assert.deepEqual(requestBody, json(ref('CreatePageRequest')))
    assert.deepEqual(responses, { ...paths['/pages'].post.responses, 400: json(ref('CreatePage400Response')) })
  })
})
