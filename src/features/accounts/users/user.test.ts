import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readEmail } from './email.ts'
import { toSessionItem, toUserItem } from './schemas.ts'
import { cleanName, getUserStatus, type User } from './user.ts'

it('a user is invited until there is a password, and disabled whatever else', () => {
  const cases = [
    [false, false, 'invited'],
    [false, true, 'active'],
    [true, false, 'disabled'],
    [true, true, 'disabled'],
  ] as const
  for (const [disabled, hasPassword, status] of cases) assert.equal(getUserStatus({ disabled, hasPassword }), status)
})

it('a name has no outer space, single spaces and no lone surrogate', () => {
  assert.equal(cleanName(' Ada \n\u00a0 L.\t'), 'Ada L.')
  assert.equal(cleanName('\ud83cx'), '\ufffdx')
})

it('an address is trimmed, and refused if no mail could reach it', () => {
  assert.equal(readEmail(' Ada@Example.org '), 'Ada@example.org')
  assert.throws(() => readEmail('ada'), { code: 'invalid_request', details: [{ path: 'email', message: 'must be an email address' }] })
})

it('answers show a user with instants in ISO 8601', () => {
  const user: User = {
    id: '1',
    email: 'ada@example.org',
    displayName: 'Ada',
    role: 'owner',
    disabled: false,
    hasPassword: true,
    hasTotp: true,
    passkeys: 0,
    lastLoginAt: Date.UTC(2026, 10, 21, 3),
    createdAt: Date.UTC(2026, 10, 1),
    updatedAt: Date.UTC(2026, 10, 20),
    version: 3,
  }
  assert.deepEqual(toUserItem(user), {
    id: '1',
    email: 'ada@example.org',
    displayName: 'Ada',
    role: 'owner',
    status: 'active',
    disabled: false,
    totp: true,
    passkeys: 0,
    version: 3,
    lastLoginAt: '2026-11-21T03:00:00Z',
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-20T00:00:00Z',
  })
  assert.equal(toUserItem({ ...user, lastLoginAt: null }).lastLoginAt, null)
})

it('a session ends 24 hours after its last use, and seven days after it began', () => {
  const createdAt = Date.UTC(2026, 10, 20)
  const endOf = (seenAt: number) => toSessionItem({ id: 's', createdAt, seenAt, userAgent: null, country: null }, null).expiresAt
  assert.equal(endOf(Date.UTC(2026, 10, 21, 3)), '2026-11-22T03:00:00Z')
  assert.equal(endOf(Date.UTC(2026, 10, 26)), '2026-11-27T00:00:00Z')
  assert.equal(endOf(Date.UTC(2026, 10, 26, 12)), '2026-11-27T00:00:00Z')
})
