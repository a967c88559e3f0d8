import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { AppError } from '../../../errors.ts'
import { createPageWriter } from './page-writer.ts'

/** As long as a body may be, and slow to render. */
const LONG = '- a\n'.repeat(25_000)

describe('a page body', () => {
  it('is refused if it takes too long to render', async (t) => {
    const writer = createPageWriter(1)
    t.after(() => writer.close())
    await assert.rejects(
      writer.render({ format: 'markdown', body: LONG }),
      (error) => error instanceof AppError && error.code === 'invalid_request' && error.details?.[0]?.path === 'body',
    )
  })
})

describe('the routes of pages', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'login=0,weather=0' } })
  })
  after(() => app.close())

  it('503 for writing if nothing can be rendered; other actions still work', async () => {
    const { headers } = await signIn(app, 'editor')
    await app.services.cms.close()
    const path = '/api/admin/cms-pages'
    const page = { slug: 'about', lang: 'en', title: 'About', body: 'Text' }
    assert.equal((await send(app, path, { method: 'PATCH', headers, body: page })).status, 503)
    assert.equal((await send(app, `${path}/preview`, { headers, body: { format: 'markdown', body: 'Text' } })).status, 503)
    assert.equal(
      (await send(app, path, { method: 'PATCH', headers, body: { slug: 'about', lang: 'en', action: 'unpublish' } })).status,
      200,
    )
  })
})
