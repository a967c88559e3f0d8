import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from './helpers/app.ts'
import { type ApiDocument, type DocumentedOperation, examplesOf, operationsOf, type Parameter, schemaCompiler } from './helpers/openapi.ts'

/** The published document against the running service: it is complete, its examples are right, and replaying them answers as it says. */
describe('openapi.json', () => {
  let app: TestApp
  let document: ApiDocument
  let operations: DocumentedOperation[]
  let compile: ReturnType<typeof schemaCompiler>
  before(async () => {
    app = await createTestApp()
    document = (await app.get('/api/openapi.json')).body
    operations = operationsOf(document)
    compile = schemaCompiler(document)
  })
  after(() => app.close())

  const titleOf = ({ method, path }: DocumentedOperation) => `${method} ${path}`

  it('is OpenAPI 3.1 and names every operation once', () => {
    assert.match(document.openapi, /^3\.1\./)
    const ids = operations.map(({ operation }) => operation.operationId)
    assert.ok(operations.length > 0)
    assert.equal(new Set(ids).size, operations.length)
  })

  it('says of each operation what it is for, and what each of its parameters means', () => {
    for (const each of operations) {
      const { summary, tags, parameters = [], responses } = each.operation
      assert.ok(summary && tags?.length, titleOf(each))
      for (const { name, description } of parameters) assert.ok(description, `${titleOf(each)}: ${name} has no description`)
      assert.ok('500' in responses && Object.keys(responses).some((status) => /^[23]/.test(status)), titleOf(each))
    }
  })

  it('gives an example of every JSON answer and of every body it takes', () => {
    for (const each of operations) {
      for (const [status, response] of Object.entries(each.operation.responses)) {
        const media = response.content?.['application/json']
        if (status.startsWith('2') && media !== undefined)
          assert.ok(examplesOf(media).length > 0, `${titleOf(each)} ${status} has no example`)
      }
      const body = each.operation.requestBody?.content['application/json']
      if (body !== undefined) assert.ok(examplesOf(body).length > 0, `${titleOf(each)}: the body has no example`)
    }
  })

  it('gives only examples that its own schemas accept', () => {
    for (const each of operations) {
      const bodies = [...Object.values(each.operation.responses), ...(each.operation.requestBody ? [each.operation.requestBody] : [])]
      for (const media of bodies.flatMap(({ content }) => Object.values(content ?? {}))) {
        if (media.schema === undefined) continue
        const isValid = compile(media.schema)
        for (const example of examplesOf(media)) {
          isValid(example)
          assert.deepEqual(isValid.errors, null, `${titleOf(each)}: ${JSON.stringify(isValid.errors?.[0])}`)
        }
      }
    }
  })

  it('is answered as documented when its examples are sent', async () => {
    for (const each of operations) {
      const { operation, method } = each
      const body = examplesOf(operation.requestBody?.content['application/json'])[0]
      const response = await fetch(app.url + exampleUrl(each), {
        method,
        redirect: 'manual',
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      const documented = operation.responses[String(response.status)]
      assert.ok(documented, `${titleOf(each)} answered ${response.status}, which is not documented`)
      // An example id names nothing in a fresh database; everything else must succeed.
      const names = operation.parameters?.some(({ in: place, name }) => place === 'path' && /id$/i.test(name)) ?? false
      assert.ok(response.status < 400 || (names && response.status === 404), `${titleOf(each)} answered ${response.status}`)
      const schema = documented.content?.['application/json']?.schema
      if (schema === undefined || response.headers.get('content-type')?.includes('json') !== true) {
        await response.body?.cancel()
        continue
      }
      const isValid = compile(schema)
      isValid(await response.json())
      assert.deepEqual(isValid.errors, null, `${titleOf(each)}: ${JSON.stringify(isValid.errors?.[0])}`)
    }
  })
})

/** The operation's address with its required parameters, and the optional ones that have an example. */
function exampleUrl({ path, operation }: DocumentedOperation): string {
  const query = new URLSearchParams()
  let filled = path
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(String(exampleValue(parameter))))
    else if (parameter.in === 'query' && (parameter.required === true || parameter.example !== undefined))
      query.set(parameter.name, String(exampleValue(parameter)))
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}

function exampleValue({ name, example, examples, schema }: Parameter): unknown {
  const value = example ?? Object.values(examples ?? {})[0]?.value ?? schema.default ?? schema.enum?.[0]
  assert.notEqual(value, undefined, `parameter ${name} has no example`)
  return value
}
