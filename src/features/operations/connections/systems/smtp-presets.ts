import wellKnown from 'nodemailer/lib/well-known'
import services from 'nodemailer/lib/well-known/services.json' with { type: 'json' }

/** The submission server of a common mail service. */
export interface SmtpPreset {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly security: SmtpSecurity
}

/** `tls`: from the first byte. `starttls`: required before the login. `opportunistic`: used if offered. */
export const SMTP_SECURITIES = ['tls', 'starttls', 'opportunistic', 'none'] as const
export type SmtpSecurity = (typeof SMTP_SECURITIES)[number]

const SUBMISSION_PORT = 587

/** The services that nodemailer knows, without those on the developer's own machine. */
export const SMTP_PRESETS: readonly SmtpPreset[] = Object.keys(services).flatMap((name) => {
  const service = wellKnown(name)
  if (service === false || service.host === undefined || service.ignoreTLS === true || /^(?:localhost|127\.)/.test(service.host)) return []
  const { host, port = SUBMISSION_PORT, secure = false } = service
  return [{ name, host, port: Number(port), security: secure ? 'tls' : 'starttls' }]
})

/** The preset with that name; undefined: none. */
export function findPreset(name: string): SmtpPreset | undefined {
  const wanted = name.toLowerCase()
  return SMTP_PRESETS.find((preset) => preset.name.toLowerCase() === wanted)
}
