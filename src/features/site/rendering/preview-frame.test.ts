import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

describe('/admin/preview-frame', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('200: an empty page without an origin, which only our own pages may frame', async () => {
    const response = await fetch(`${app.url}/admin/preview-frame`)
    assert.equal(response.status, 200)
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-[\w+/]+=*'; style-src 'unsafe-inline';/)
    assert.match(policy, /frame-ancestors 'self'$/)
    assert.ok(!policy.includes('allow-same-origin'))
    const page = await response.text()
    assert.equal(page.match(/<script>/g)?.length, 1)
    assert.ok(!page.includes('nonce'))
  })
})
