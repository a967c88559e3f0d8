import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { ROLES } from '../../../admin/access/index.ts'
import { Instant, NullableInstant } from '../../../platform/http/schema/schemas.ts'
import { IDLE_MS, type Session, SESSION_MS } from './session-store.ts'
import { getUserStatus, type User } from './user.ts'

export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\u0000]*$',
  description: 'Case-insensitive',
  examples: ['ada@example.org'],
})
export const DisplayName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
  description: 'Name shown in lists and emails',
})
export const Password = Type.String({ minLength: 10, maxLength: 200, description: '10 to 200 characters; refused if it is easy to guess' })
export const RoleName = Type.Enum([...ROLES], {
  description: 'owner: everything; editor: content, email and subscriptions; viewer: read-only',
})
export const Language = Type.String({ minLength: 1, maxLength: 64, description: 'Language of the email: BCP 47, default en' })

export const PublicUser = Type.Object(
  { id: Type.String({ format: 'uuid' }), email: Type.String(), displayName: Type.String(), role: RoleName },
  { title: 'AdminUser' },
)

export const USER_EXAMPLE = {
  id: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
  email: 'ada@example.org',
  displayName: 'Ada',
  role: 'owner' as const,
}

export const UserItem = Type.Object(
  {
    ...PublicUser.properties,
    status: Type.Enum(['active', 'invited', 'disabled']),
    disabled: Type.Boolean(),
    totp: Type.Boolean({ description: 'Whether two-factor authentication is on' }),
    passkeys: Type.Integer({ minimum: 0, description: 'Number of passkeys' }),
    lastLoginAt: NullableInstant,
    createdAt: Instant,
    updatedAt: Instant,
    version: Type.Integer({ minimum: 1 }),
  },
  { title: 'AdminAccount' },
)
export type UserItem = Static<typeof UserItem>

export const USER_ITEM_EXAMPLE: UserItem = {
  ...USER_EXAMPLE,
  status: 'active',
  disabled: false,
  totp: true,
  passkeys: 1,
  lastLoginAt: '2026-11-21T03:00:00Z',
  createdAt: '2026-11-01T09:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  version: 3,
}

/** A user as the API returns it: instants in ISO 8601. */
export function toUserItem(user: User): UserItem {
  const { hasPassword: _, hasTotp: totp, ...shown } = user
  return {
    ...shown,
    totp,
    status: getUserStatus(user),
    lastLoginAt: formatOptionalInstant(user.lastLoginAt),
    createdAt: formatInstant(user.createdAt),
    updatedAt: formatInstant(user.updatedAt),
  }
}

export const SessionItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    current: Type.Boolean({ description: 'Whether it is the session of this request' }),
    createdAt: Instant,
    lastSeenAt: Type.String({ format: 'date-time', description: 'Last use, to the minute' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When it ends if it is not used again' }),
    userAgent: Type.Union([Type.String(), Type.Null()], { description: 'User agent of the browser' }),
    country: Type.Union([Type.String(), Type.Null()], { description: 'Country where it started, ISO 3166 alpha-2' }),
  },
  { title: 'AdminSession' },
)

export const SESSION_EXAMPLE: Static<typeof SessionItem> = {
  id: '7c1a4b5e-58a4-4f0e-8a53-98dd0a4b2f77',
  current: true,
  createdAt: '2026-11-20T09:00:00Z',
  lastSeenAt: '2026-11-21T03:00:00Z',
  expiresAt: '2026-11-22T03:00:00Z',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  country: 'DE',
}

/** A session as the API returns it; `currentId` marks the caller's own. */
export function toSessionItem(
  { id, createdAt, seenAt, userAgent, country }: Session,
  currentId: string | null,
): Static<typeof SessionItem> {
  return {
    id,
    current: id === currentId,
    createdAt: formatInstant(createdAt),
    lastSeenAt: formatInstant(seenAt),
    expiresAt: formatInstant(Math.min(createdAt + SESSION_MS, seenAt + IDLE_MS)),
    userAgent,
    country,
  }
}
