import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'

/** `hard`: there is no such mailbox. `soft`: not delivered for another reason. `complaint`: the recipient called it spam. */
export const BOUNCE_KINDS = ['hard', 'soft', 'complaint'] as const
export type BounceKind = (typeof BOUNCE_KINDS)[number]
export const SERVICE_NAMES = ['ses', 'postmark', 'mailgun', 'resend'] as const
export type ServiceName = (typeof SERVICE_NAMES)[number]
export type BounceSource = 'mailbox' | ServiceName

export const bounceTables = defineTables({
  mail_bounce: {
    mail_id: 'uuid',
    kind: narrowColumn<BounceKind>()('text'),
    run_id: 'uuid null',
    address_hash: 'text',
    source: narrowColumn<BounceSource>()('text'),
    status: 'text null',
    detail: 'text',
    at: 'timestamptz',
  },
  mail_event: { key_hash: 'text', at: 'timestamptz' },
  bounce_mailbox: {
    one: 'bool default',
    account: 'text',
    uid_validity: 'text',
    last_uid: 'int8',
    read_at: 'timestamptz null',
    lease_owner: 'uuid null',
    leased_until: 'timestamptz null',
  },
})

export type BounceTables = TablesOf<typeof bounceTables>
