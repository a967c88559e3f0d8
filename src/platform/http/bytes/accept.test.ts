import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { parseAcceptedLanguages, isNavigation } from './accept.ts'

const asked = (url: string, accept: string | undefined, operationId?: string) =>
  isNavigation({ method: 'GET', url, headers: { accept }, routeOptions: { schema: { operationId } } } as unknown as FastifyRequest)

it('distinguishes a browser’s page navigation from requests for files and the API', () => {
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8'
  for (const url of [
    '/',
    '/weather/suva--18.1248,178.4501',
    '/nothing',
    '/a.html',
    '/%C0%AF',
    '/x?file=a.svg',
    '/api/docs',
    '/weather/x.5?a#b',
  ]) {
    assert.equal(asked(url, html), true, url)
  }
  for (const url of ['/icons/%C0%AF.svg', '/icons/x.svg?v=1', '/robots.txt', '/api/weather', '/api/docsx'])
    assert.equal(asked(url, html), false, url)
  for (const accept of [undefined, '*/*', 'application/json', 'text/html;q=0, application/json', 'text/html; q=0.0'])
    assert.equal(asked('/', accept), false, String(accept))
  assert.equal(asked('/', 'application/json, text/html;q=0.1'), true)
  assert.equal(asked('/preferences', html, 'showPreferences'), false)
})

it('reads the first twenty ranges of a header', () => {
  const header = (others: number) => `${'xx;q=0,'.repeat(others)}de`
  assert.deepEqual(parseAcceptedLanguages(header(19)), ['de'])
  assert.deepEqual(parseAcceptedLanguages(header(20)), [])
})
