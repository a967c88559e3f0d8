import type { Answer } from '../../api/ask.ts'

export type Usage = Answer<'get', '/api/admin/usage'>
export type Budget = Usage['today']
export type MailingSummary = Answer<'get', '/api/admin/mailing-summary'>
export type Analytics = Answer<'get', '/api/admin/analytics'>
export type JobRuns = Answer<'get', '/api/admin/jobs'>
export type Reports = Answer<'get', '/api/admin/reports'>
