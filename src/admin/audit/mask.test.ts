import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { selectChangedFields, maskSecrets } from './mask.ts'

describe('the state in an audit entry', () => {
  it('masks what is named like a secret', () => {
    const secret =
      'password newPassword passphrase passwordHash hash clientSecret secretText token tokens refresh_token key apiKey api_key secondProviderKey credentials Authorization sessionCookie'
    for (const name of secret.split(' ')) assert.deepEqual(maskSecrets({ [name]: 'x' }), { [name]: '•••' }, name)
    for (const name of 'monkey keyboard keys turkey passed tokensUsed hashing to'.split(' '))
      assert.deepEqual(maskSecrets({ [name]: 'x' }), { [name]: 'x' }, name)
  })

  it('shows whether a secret is set, and masks it at any depth and of any type', () => {
    const unset = { password: null, apiKey: '', token: undefined, hasPassword: true, isSecret: false }
    assert.deepEqual(maskSecrets(unset), unset)
    assert.deepEqual(maskSecrets({ nested: [{ token: 'x' }], refresh_token: { a: 'x' }, secret: 0 }), {
      nested: [{ token: '•••' }],
      refresh_token: '•••',
      secret: '•••',
    })
  })

  it('shortens texts of more than 1,000 characters and says how long they were', () => {
    assert.equal(maskSecrets('x'.repeat(1_000)), 'x'.repeat(1_000))
    assert.equal(maskSecrets('x'.repeat(1_001)), `${'x'.repeat(1_000)}… (1001 characters)`)
    assert.deepEqual([maskSecrets(1), maskSecrets(false), maskSecrets(null), maskSecrets(undefined)], [1, false, null, undefined])
  })

  it('has at most 200 elements of a list and 200 fields of an object', () => {
    const numbers = Array.from({ length: 201 }, (_, i) => i)
    assert.deepEqual(maskSecrets(numbers), numbers.slice(0, 200))
    const names = Object.keys(maskSecrets(Object.fromEntries(numbers.map((i) => [`n${i}`, i]))) as object)
    assert.deepEqual({ names: names.length, lastNames: names.at(-1) }, { names: 200, lastNames: 'n199' })
  })

  it('goes six levels deep, through objects and lists', () => {
    const inObjects = { a: { b: { c: { d: { e: { f: 1 } } } } } }
    assert.deepEqual(maskSecrets(inObjects), inObjects)
    assert.deepEqual(maskSecrets({ top: inObjects }), { top: { a: { b: { c: { d: { e: '…' } } } } } })
    assert.deepEqual(maskSecrets([[[[[[1]]]]]]), [[[[[[1]]]]]])
    assert.deepEqual(maskSecrets([[[[[[[1]]]]]]]), [[[[[['…']]]]]])
  })
})

it('changes are the fields that differ, in both states', () => {
  assert.deepEqual(selectChangedFields({ a: 1, b: [1], c: 'x', gone: 1 }, { a: 1, b: [2], c: 'x', come: 2 }), {
    before: { b: [1], gone: 1, come: null },
    after: { b: [2], gone: null, come: 2 },
  })
  assert.deepEqual(selectChangedFields({ a: { b: 1 } }, { a: { b: 1 } }), { before: {}, after: {} })
})
