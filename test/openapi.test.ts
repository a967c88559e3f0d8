import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestFeed } from '../src/features/weather/warnings/testing/feed.ts'
import { cookieOf } from './helpers/admin.ts'
import { CRON_SECRET, createTestApp, type TestApp } from './helpers/app.ts'
import { issueKey } from './helpers/client-keys.ts'
import {
  type ApiDocument,
  type DocumentedOperation,
  examplesOf,
  exampleUrl,
  listSchemasWithExamples,
  operationsOf,
  schemaCompiler,
} from './helpers/openapi.ts'
import { isThorough } from './helpers/thorough.ts'

/** The account in the sign-in examples. */
const OWNER = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'correct horse battery' }
/** Operations that need a code or a state of the moment, or an outside system that is not configured here. */
const OF_MOMENT: Readonly<Record<string, number>> = {
  confirmTotp: 400,
  // The examples are of no authenticator.
  loginByPasskey: 401,
  addPasskey: 400,
  // The simulated weather of this test has no source of the sea in use.
  openMeteoMarine: 400,
  // A fresh database has no lists of postcodes.
  openWeatherZip: 404,
  // Nor newsletter subscribers.
  composeMail: 400,
  getAlerts: 404,
  // The browser of the example is ended before it moves.
  testPush: 404,
  movePushEndpoint: 404,
  getCapIndex: 404,
  startAdProgramSignIn: 503,
  finishAdProgramSignIn: 400,
  syncAdProgram: 503,
  permitBackupDownload: 404,
  downloadBackup: 403,
  // The frame of the example is of another hour.
  getRadarTile: 404,
  testNotices: 409,
}

/** The publisher that ads.txt names. */
const PUBLISHER = { AD_PROGRAM_CLIENT_ID: 'ca-pub-1234567890123456' }

/**
 * The published document against the running service: it is complete, its examples are valid, and replaying them gets the documented answers.
 */
describe('openapi.json', () => {
  let app: TestApp
  let document: ApiDocument
  let operations: DocumentedOperation[]
  let compile: ReturnType<typeof schemaCompiler>
  before(async () => {
    // Feeds added by address are read from this test's list: no host is looked up or contacted.
    const openCapFeed = () => ({ warningFeed: createTestFeed().capability })
    app = await createTestApp({
      env: {
        ...OWNER,
        ...PUBLISHER,
        RADAR_SOURCE: 'dwd',
        WARNING_FEEDS_PRIVATE: 'on',
        WEBHOOKS_PRIVATE: 'on',
        PUSH_SERVICES: '*',
        PUSH_PRIVATE: 'on',
      },
      openCapFeed,
    })
    document = (await app.get('/api/openapi.json')).body
    operations = operationsOf(document)
    compile = schemaCompiler(document)
  })
  after(() => app.close())

  /** Starts a new session for each operation: replaying the examples ends some. */
  async function credentialsFor({ operation }: DocumentedOperation): Promise<Record<string, string>> {
    const schemes = new Set((operation.security ?? []).flatMap(Object.keys))
    const needsKey = operation.security?.every((each) => Object.keys(each).length > 0) === true && schemes.has('clientKeyHeader')
    if (needsKey) return { 'x-api-key': (await issueKey(app)).secret }
    if (schemes.has('cronSecret')) return { authorization: `Bearer ${CRON_SECRET}` }
    if (!schemes.has('adminSession')) return {}
    const { users, storage } = app.services
    const owner = await users.users.findByEmail(OWNER.ADMIN_EMAIL)
    const session = { userId: owner?.id ?? '', userAgent: null, country: null }
    return { cookie: cookieOf(await users.sessions.start(storage.database.kysely, session)) }
  }

  const titleOf = ({ method, path }: DocumentedOperation) => `${method} ${path}`

  it('is OpenAPI 3.1 and names every operation once', () => {
    assert.match(document.openapi, /^3\.1\./)
    const ids = operations.map(({ operation }) => operation.operationId)
    assert.ok(operations.length > 0)
    assert.equal(new Set(ids).size, operations.length)
  })

  it('states what each operation is for, and what each of its parameters means', () => {
    for (const each of operations) {
      const { summary, tags, parameters = [], responses } = each.operation
      assert.ok(summary && tags?.length, titleOf(each))
      for (const { name, description } of parameters) assert.ok(description, `${titleOf(each)}: ${name} has no description`)
      assert.ok('500' in responses && Object.keys(responses).some((status) => /^[23]/.test(status)), titleOf(each))
    }
  })

  it('names the schema of every JSON body, and no object within twice', () => {
    const named = new Map(Object.entries(document.components.schemas ?? {}).map(([name, schema]) => [JSON.stringify(schema), name]))
    for (const each of operations) {
      const { requestBody, responses } = each.operation
      for (const [status, body] of [['body', requestBody] as const, ...Object.entries(responses)]) {
        const schema = body?.content?.['application/json']?.schema
        if (schema !== undefined) assert.ok('$ref' in schema, `${titleOf(each)} ${status}`)
      }
    }
    assert.ok(named.size >= 200, String(named.size))
    for (const name of ['CurrentWeather', 'HourlyPoint', 'DailyPoint', 'Problem'])
      assert.ok(name in (document.components.schemas ?? {}), name)
    assert.equal(named.size, Object.keys(document.components.schemas ?? {}).length)
  })

  it('has an example of every JSON answer and of every request body', () => {
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

  it('has only examples that its own schemas accept', () => {
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

  it('has only examples of parameters and fields that their schemas accept', () => {
    const parameters = operations.flatMap(({ operation }) => operation.parameters ?? [])
    const examples = [
      ...parameters.flatMap(({ schema, example, examples: named = {} }) =>
        [example, ...Object.values(named).map(({ value }) => value)]
          .filter((value) => value !== undefined)
          .map((value) => ({ schema, value })),
      ),
      ...listSchemasWithExamples(document).flatMap((schema) => schema.examples.map((value) => ({ schema, value }))),
    ]
    assert.ok(examples.length > 100, String(examples.length))
    for (const { schema, value } of examples) {
      const isValid = compile(schema)
      isValid(value)
      assert.deepEqual(isValid.errors, null, `${JSON.stringify(value)}: ${JSON.stringify(isValid.errors?.[0])}`)
    }
  })

  // Twelve seconds: CI also does it on what is delivered (`tools/exercise`).
  if (isThorough)
    it('gets the documented answers when its examples are sent', async () => {
      for (const each of operations) {
        const { operation, method } = each
        const body = examplesOf(operation.requestBody?.content['application/json'])[0]
        const response = await fetch(app.url + exampleUrl(each), {
          method,
          redirect: 'manual',
          headers: { ...(await credentialsFor(each)), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const documented = operation.responses[String(response.status)]
        assert.ok(documented, `${titleOf(each)} answered ${response.status}, which is not documented`)
        // An example id or token does not exist in a fresh database, and an example code belongs to another moment; everything else must succeed.
        const namesOne = operation.parameters?.some(
          ({ in: place, name }) => (place === 'path' && /(id|token)$/i.test(name)) || name === 'token',
        )
        const names = namesOne === true || (typeof body === 'object' && body !== null && 'id' in body)
        const isOfMoment = OF_MOMENT[operation.operationId ?? ''] === response.status
        assert.ok(response.status < 400 || (names && response.status === 404) || isOfMoment, `${titleOf(each)} answered ${response.status}`)
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
