import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readNextPage } from './next.ts'

it('leads only to pages of the back office', () => {
  const next = (value: string) => readNextPage(new URLSearchParams({ next: value }))
  for (const inside of ['/admin', '/admin/users', '/admin?adprogram=connected', '/admin/users?q=a%26b']) assert.equal(next(inside), inside)
  for (const outside of [
    '',
    '/',
    '/adminx',
    '//evil.example/admin',
    'https://evil.example',
    'javascript:alert(1)',
    '/\\evil.example',
    'admin',
    '/admin/../pages/privacy',
    '/admin/%2e%2e//evil.example',
    '/admin/..\\\\evil.example',
    'http://[',
  ]) {
    assert.equal(next(outside), '/admin', outside)
  }
  assert.equal(readNextPage(new URLSearchParams()), '/admin')
})
