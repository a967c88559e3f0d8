import type { FieldError } from '../../../../errors.ts'
import { parseMailbox } from '../../../../platform/mail/address.ts'
import { DEFAULT_CONNECTIONS, MAX_CONNECTIONS, type SmtpServer } from '../../../../platform/mail/smtp-server.ts'
import type { ConnectionChange } from '../connection-store.ts'
import type { Connection } from '../connections.ts'
import type { StoredSettings } from '../tables.ts'
import { buildInvalidSettingsError } from './secret-form.ts'
import { isHost, isLine, createRangeCheck, canReuseSecret } from './setting-checks.ts'
import { findPreset, SMTP_SECURITIES, type SmtpSecurity } from './smtp-presets.ts'

/** The mail transport's settings as an admin stores them; the password is stored separately, sealed. */
export interface SmtpSettings {
  readonly preset: string | null
  readonly host: string
  readonly port: number
  readonly security: SmtpSecurity
  /** Null: no login. */
  readonly user: string | null
  /** `Name <address>`; null: MAIL_FROM. */
  readonly from: string | null
  readonly connections: number
}

const FIELDS = new Set(['preset', 'host', 'port', 'security', 'user', 'password', 'from', 'connections'])
/** The stored password belongs to these. */
const BOUND = ['host', 'port', 'security', 'user']
const DEFAULT_PORTS: Readonly<Record<SmtpSecurity, number>> = { tls: 465, starttls: 587, opportunistic: 587, none: 25 }

/** The stored settings; null: none, so the environment decides. */
export function findSmtpSettings(settings: StoredSettings): SmtpSettings | null {
  return typeof settings['host'] === 'string' ? (settings as unknown as SmtpSettings) : null
}

/** The server of stored settings. */
export function toSmtpServer({ host, port, security, user, connections }: SmtpSettings, password: string | null): SmtpServer {
  const starttls = security === 'none' ? 'off' : security === 'opportunistic' ? 'optional' : 'required'
  return {
    host,
    port,
    secure: security === 'tls',
    starttls,
    verify: true,
    auth: user === null ? null : { user, pass: password ?? '' },
    connections,
  }
}

/**
 * What to store of a patch. Omitted fields stay, except that another preset brings its own host, port and security. A stored password is
 * only sent to the server it was stored for: changing the host or weakening its security requires entering it again.
 * @throws AppError `invalid_request`
 */
export function readSmtpPatch(patch: Readonly<Record<string, unknown>> | null, former: Connection): ConnectionChange {
  if (patch === null) return { settings: {}, secret: null }
  const faults: FieldError[] = []
  const fault = (name: string, message: string): undefined => void faults.push({ path: `settings.${name}`, message })
  for (const name of Object.keys(patch).slice(0, 50))
    if (!FIELDS.has(name)) fault(name.slice(0, 100), 'is not a setting of the mail server')
  const known = findSmtpSettings(former.settings)

  function given<T>(name: string, isRight: (value: unknown) => value is T, message: string, otherwise: T): T {
    const value = patch?.[name]
    if (value === undefined) return otherwise
    if (isRight(value)) return value
    fault(name, message)
    return otherwise
  }

  const presetName = given('preset', isTextOrNull, 'must be the name of a preset, or null', known?.preset ?? null)
  const preset = typeof presetName === 'string' ? findPreset(presetName) : undefined
  if (presetName !== null && preset === undefined) fault('preset', 'is unknown: see `smtpPresets`')
  const isOther = preset !== undefined && preset.name !== known?.preset
  const base = isOther ? preset : known
  const security = given('security', isSecurity, `must be one of ${SMTP_SECURITIES.join(', ')}`, base?.security ?? 'starttls')
  const host = given('host', isHost, 'must be a host name or an address', base?.host ?? '')
  if (host === '' && faults.length === 0) fault('host', 'or a preset is required')
  const settings: SmtpSettings = {
    preset: preset?.host === host ? preset.name : null,
    host,
    port: given('port', createRangeCheck(1, 65_535), 'must be a whole number from 1 to 65535', base?.port ?? DEFAULT_PORTS[security]),
    security,
    user: given('user', isUser, 'must be text of at most 320 characters, or null', known?.user ?? null),
    from: given('from', isSender, 'must be `Name <address>` or an address, or null', known?.from ?? null),
    connections: given(
      'connections',
      createRangeCheck(1, MAX_CONNECTIONS),
      `must be a whole number from 1 to ${MAX_CONNECTIONS}`,
      known?.connections ?? DEFAULT_CONNECTIONS,
    ),
  }
  const password = given('password', isPassword, 'must be text of at most 512 characters, or null', undefined)
  if (settings.user !== null && password === undefined && !canReuseSecret(former, { ...settings }, BOUND))
    fault(
      'password',
      known === null ? 'is required with a user name' : 'must be entered again for a different server, user name or encryption',
    )
  if (settings.user !== null && password === null) fault('password', 'is required with a user name')
  if (faults.length > 0) throw buildInvalidSettingsError(faults.slice(0, 20))
  const secret = settings.user === null ? null : password
  return { settings: { ...settings }, ...(secret === undefined ? {} : { secret }) }
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

function isSecurity(value: unknown): value is SmtpSecurity {
  return SMTP_SECURITIES.some((each) => each === value)
}

function isUser(value: unknown): value is string | null {
  return value === null || isLine(value, 320)
}

function isSender(value: unknown): value is string | null {
  return value === null || (isLine(value, 320) && parseMailbox(value) !== null)
}

function isPassword(value: unknown): value is string | null | undefined {
  return value === null || isLine(value, 512)
}
