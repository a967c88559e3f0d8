import type { Answer } from '../../api/ask.ts'

export type Systems = Answer<'get', '/api/admin/connections'>
export type System = Systems['items'][number]

/** The weather providers of which all recent calls failed. */
export function listFailingProviders(systems: Pick<Systems, 'items'> | undefined): readonly System[] {
  return (systems?.items ?? []).filter(({ kind, status }) => kind === 'weather_provider' && status === 'failing')
}

export type SmtpPreset = Systems['smtpPresets'][number]
export type SmtpSecurity = SmtpPreset['security']
export type StoredKey = Answer<'get', '/api/admin/email-key'>
export type Exchange = Answer<'post', '/api/admin/email/sync'>

/** What the controls of one system get. */
export interface PartProps {
  readonly system: System
  readonly presets: readonly SmtpPreset[]
  readonly mayChange: boolean
  onChange(system: System): void
  reload(): Promise<void>
}
