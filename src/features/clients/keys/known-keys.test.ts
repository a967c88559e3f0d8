import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Key } from './key.ts'
import { openKnownKeys } from './known-keys.ts'
import { generateKeySecret } from './secret.ts'
import { KEYS_TOPIC, type StoredKey } from './store.ts'

const NOW = Date.UTC(2026, 6, 1)
const KEY: Key = {
  id: 'a',
  name: 'Test',
  scopes: ['weather'],
  origins: [],
  perMinute: null,
  perDay: null,
  perMonth: null,
  expiresAt: null,
  disabled: false,
  revokedAt: null,
  start: 'isobar_',
  formerUntil: null,
  rotatedAt: null,
  createdAt: NOW,
  version: 1,
}

describe('the keys in memory', () => {
  it('are reread when they change, and never replaced by an older reading', async () => {
    const { secret, hash } = generateKeySecret()
    const stored: StoredKey = { key: KEY, hash, formerHash: null }
    const readings: ((keys: readonly StoredKey[]) => void)[] = []
    const topics: string[] = []
    const opened = openKnownKeys(
      { list: () => new Promise((resolve) => readings.push(resolve as never)) },
      { watch: (topic) => void topics.push(topic) },
    )
    readings.shift()?.([])
    const known = await opened
    assert.deepEqual(topics, [KEYS_TOPIC])
    assert.equal(known.find(secret, NOW), undefined)
    const [older, newer] = [known.reread(), known.reread()]
    readings.pop()?.([stored])
    await newer
    readings.pop()?.([])
    await older
    assert.equal(known.find(secret, NOW), KEY)
    assert.deepEqual(known.all(), [KEY])
  })

  it('are active until they expire, are switched off or revoked', async () => {
    const list = (changes: Partial<Key>) => async () => [{ key: { ...KEY, ...changes }, hash: generateKeySecret().hash, formerHash: null }]
    const isActive = async (changes: Partial<Key>, id = 'a') =>
      (await openKnownKeys({ list: list(changes) }, { watch: () => undefined })).isActive(id, NOW)
    assert.deepEqual(
      [
        await isActive({}),
        await isActive({ expiresAt: NOW + 1 }),
        await isActive({ expiresAt: NOW }),
        await isActive({ disabled: true }),
        await isActive({ revokedAt: NOW }),
        await isActive({}, 'b'),
      ],
      [true, true, false, false, false, false],
    )
  })
})
