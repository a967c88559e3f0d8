import type { Answer } from '../../api/ask.ts'

export type Systems = Answer<'get', '/api/admin/connections'>
export type System = Systems['items'][number]
export type SmtpPreset = Systems['smtpPresets'][number]
export type SmtpSecurity = SmtpPreset['security']
export type StoredKey = Answer<'get', '/api/admin/email-key'>
export type Exchange = Answer<'post', '/api/admin/email/sync'>
