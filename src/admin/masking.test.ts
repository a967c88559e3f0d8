import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maskAddresses, maskUrl } from './masking.ts'

describe('for viewers', () => {
  it('a web address keeps its host only', () => {
    for (const [url, masked] of [
      ['https://hooks.example/services/T0/B1/secret?x=1', 'https://hooks.example/•••'],
      ['https://ada:secret@hooks.example/', 'https://hooks.example/•••'],
      ['https://token@hooks.example/', 'https://hooks.example/•••'],
      ['https://hooks.example/#secret', 'https://hooks.example/•••'],
      ['http://hooks.example:8080/', 'http://hooks.example:8080/'],
      ['no address', '•••'],
    ] as const)
      assert.equal(maskUrl(url), masked)
  })

  it('addresses are masked wherever they stand, and nothing else', () => {
    assert.deepEqual(
      maskAddresses({
        url: 'https://hooks.example/secret',
        list: ['Ada <ada@example.org>, bob@example.org', 'smtp://u:p@mail.example:25'],
        nested: { n: 1, no: null, on: true, text: 'Berlin @ night' },
      }),
      {
        url: 'https://hooks.example/•••',
        list: ['Ada <a•••@example.org>, b•••@example.org', 'smtp://mail.example:25/•••'],
        nested: { n: 1, no: null, on: true, text: 'Berlin @ night' },
      },
    )
  })
})
