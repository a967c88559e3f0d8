import type { FieldError } from '../../../errors.ts'
import {
  type Connection,
  type ConnectionChange,
  buildInvalidSettingsError,
  isHost,
  isLine,
  createRangeCheck,
  canReuseSecret,
  type OutsideSystem,
} from '../../operations/connections/index.ts'
import type { MailboxServer } from './mailbox.ts'
import type { ServiceSettings } from './services/event.ts'
import { SERVICE_NAMES, type ServiceName } from './tables.ts'

type Check = readonly [isRight: (value: unknown) => boolean, message: string]
type Form = NonNullable<OutsideSystem['form']>

const text = (pattern: RegExp, message: string): Check => [(value) => typeof value === 'string' && pattern.test(value), message]
const oneOf = (values: readonly string[]): Check => [(value) => values.includes(value as string), `must be one of ${values.join(', ')}`]
const line = (longest: number): Check => [(value) => isLine(value, longest), `must be text of at most ${longest} characters`]
const SECRET: Check = text(/^[\x21-\x7e]{8,512}$/, 'must be 8 to 512 visible characters without spaces')

const MAILBOX: Readonly<Record<string, Check>> = {
  host: [isHost, 'must be a host name or an address'],
  port: [createRangeCheck(1, 65_535), 'must be a whole number from 1 to 65535'],
  security: oneOf(['tls', 'starttls', 'none']),
  user: line(320),
  folder: line(320),
}
const MAILBOX_DEFAULTS = { port: 993, security: 'tls', folder: 'INBOX' }

const SERVICE: Readonly<Record<string, Check>> = {
  service: oneOf(SERVICE_NAMES),
  topicArn: text(/^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w.-]{1,256}$/, 'must be the ARN of a topic, arn:aws:sns:…'),
}

/** What to store of a patch: settings by these checks, and a secret under `secretName`. */
function formOf(
  checks: Readonly<Record<string, Check>>,
  {
    defaults,
    secretName,
    secret,
    bound,
    missing,
  }: {
    readonly defaults: Readonly<Record<string, unknown>>
    readonly secretName: string
    readonly secret: Check
    /** The settings that a stored secret belongs to: it is not sent elsewhere. */
    readonly bound: readonly string[]
    /** Settings that must be there. */
    readonly missing: (settings: Readonly<Record<string, unknown>>, hasSecret: boolean) => string | undefined
  },
): Form {
  return (patch, former): ConnectionChange => {
    if (patch === null) return { settings: {}, secret: null }
    const faults: FieldError[] = []
    const settings: Record<string, unknown> = { ...defaults, ...former.settings }
    for (const [name, value] of Object.entries(patch).slice(0, 20)) {
      const check = name === secretName ? secret : Object.hasOwn(checks, name) ? checks[name] : undefined
      if (check === undefined) faults.push({ path: `settings.${name.slice(0, 100)}`, message: 'is not one of its settings' })
      else if (value !== null && !check[0](value)) faults.push({ path: `settings.${name}`, message: check[1] })
      else if (name !== secretName) settings[name] = value ?? defaults[name]
    }
    const given = patch[secretName]
    const hasSecret = typeof given === 'string' || (given === undefined && canReuseSecret(former, settings, bound))
    const absent = faults.length === 0 ? missing(settings, hasSecret) : undefined
    if (absent !== undefined) faults.push({ path: `settings.${absent}`, message: 'is required' })
    if (faults.length > 0) throw buildInvalidSettingsError(faults)
    return { settings, ...(typeof given === 'string' ? { secret: given } : hasSecret ? {} : { secret: null }) }
  }
}

export const mailboxForm = formOf(MAILBOX, {
  defaults: MAILBOX_DEFAULTS,
  secretName: 'password',
  secret: line(512),
  bound: ['host', 'port', 'security', 'user'],
  missing: (settings, hasPassword) =>
    ['host', 'user'].find((name) => settings[name] === undefined) ?? (hasPassword ? undefined : 'password'),
})

export const serviceForm = formOf(SERVICE, {
  defaults: { topicArn: null },
  secretName: 'secret',
  secret: SECRET,
  bound: ['service'],
  missing(settings, hasSecret) {
    if (settings['service'] === undefined) return 'service'
    if (settings['service'] === 'ses') return settings['topicArn'] === null ? 'topicArn' : undefined
    return hasSecret ? undefined : 'secret'
  },
})

/** The mailbox that is set and switched on; null: none, or its password cannot be read. */
export function findMailboxServer({ enabled, settings, secret }: Connection): MailboxServer | null {
  if (!enabled || secret === null || typeof settings['host'] !== 'string') return null
  return { ...(settings as unknown as Omit<MailboxServer, 'password'>), password: secret }
}

/** The service that is set and switched on; null: none, or its secret cannot be read. */
export function findBounceService({ enabled, settings, secret }: Connection): { service: ServiceName; settings: ServiceSettings } | null {
  const { service, topicArn } = settings as { readonly service?: ServiceName; readonly topicArn?: string | null }
  if (!enabled || service === undefined || (secret === null && service !== 'ses')) return null
  return { service, settings: { secret: secret ?? '', topicArn: topicArn ?? null } }
}
