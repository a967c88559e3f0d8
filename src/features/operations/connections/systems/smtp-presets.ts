import wellKnown from 'nodemailer/lib/well-known'
import services from 'nodemailer/lib/well-known/services.json' with { type: 'json' }

/** Where a common mail service takes mail. */
export interface SmtpPreset {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly security: SmtpSecurity
}

/** `tls`: from the first byte. `starttls`: required before the login. `opportunistic`: used where it is offered. */
export const SMTP_SECURITIES = ['tls', 'starttls', 'opportunistic', 'none'] as const
export type SmtpSecurity = (typeof SMTP_SECURITIES)[number]

const SUBMISSION_PORT = 587

/** As nodemailer knows them, without those that are on the developer's own machine. */
export const SMTP_PRESETS: readonly SmtpPreset[] = Object.keys(services).flatMap((name) => {
  const service = wellKnown(name)
  if (service === false || service.host === undefined || service.ignoreTLS === true || /^(?:localhost|127\.)/.test(service.host)) return []
  const { host, port = SUBMISSION_PORT, secure = false } = service
  return [{ name, host, port: Number(port), security: secure ? 'tls' : 'starttls' }]
})

export function findPreset(name: string): SmtpPreset | undefined {
  const wanted = name.toLowerCase()
  return SMTP_PRESETS.find((preset) => preset.name.toLowerCase() === wanted)
}
