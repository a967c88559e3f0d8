import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toOwnPath } from './own-path.ts'

describe('ownPath', () => {
  it('keeps a path of this site with its query', () => {
    for (const path of ['/', '/weather/A-1,2?x=1', '/pages/about#top', '/weather/%D0%BC-1,2']) assert.equal(toOwnPath(path), path)
    assert.equal(toOwnPath('/weather/м-1,2'), '/weather/%D0%BC-1,2')
  })

  it('leads nowhere else, however the path is written', () => {
    const others = [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n//evil.example',
      '/./\\evil.example',
      '/.//evil.example',
      '/x/..//evil.example',
    ]
    for (const text of [...others, 'https://evil.example', 'javascript:alert(1)', 'settings', '', null, '/\r\nSet-Cookie: a=b'])
      assert.match(toOwnPath(text), /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/, JSON.stringify(text))
    for (const text of others) assert.equal(toOwnPath(text), '/', JSON.stringify(text))
  })
})
