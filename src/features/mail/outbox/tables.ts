import type { UnitSystem } from '@isobar/weather'
import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import type { MailKind, UnsubscribeScope } from '../templates/index.ts'

/** `failed`: rejected permanently, or given up after the last attempt. */
export const MAIL_STATES = ['waiting', 'sent', 'failed', 'suppressed', 'expired', 'withdrawn'] as const
export type MailState = (typeof MAIL_STATES)[number]
export const ATTEMPT_OUTCOMES = ['sent', 'rejected', 'deferred', 'unknown', 'not_rendered'] as const
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

export const outboxTables = defineTables({
  mail_outbox: {
    id: 'uuid',
    key: 'text',
    kind: narrowColumn<MailKind>()('text'),
    priority: 'int2',
    template: 'text',
    address: 'text',
    email_key: 'text',
    lang: 'text',
    units: narrowColumn<UnitSystem>()('text'),
    timezone: 'text',
    data: narrowColumn<object>()('jsonb'),
    parts: 'text[]',
    unsubscribe_token: 'text null',
    unsubscribe_scope: narrowColumn<UnsubscribeScope>()('text null'),
    run_id: 'uuid null',
    created_at: 'timestamptz',
    drop_after: 'timestamptz null',
    state: narrowColumn<MailState>()('text default'),
    next_attempt_at: 'timestamptz',
    attempts: 'int2 default',
    attempts_allowed: 'int2',
    last_error: 'text null',
    leased_until: 'timestamptz null',
    lease_owner: 'uuid null',
    settled_at: 'timestamptz null',
  },
  mail_attempt: {
    mail_id: 'uuid',
    number: 'int2',
    started_at: 'timestamptz',
    ended_at: 'timestamptz',
    outcome: narrowColumn<AttemptOutcome>()('text'),
    response: 'text',
  },
  mail_part: { id: 'text', data: narrowColumn<object>()('jsonb'), used_at: 'timestamptz' },
  mail_server: { one: 'bool default', seen_at: 'timestamptz' },
})

export type MailTables = TablesOf<typeof outboxTables>
