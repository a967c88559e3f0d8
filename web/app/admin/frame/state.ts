import type { Answer } from '../../api/ask.ts'
import { api } from '../../api/browser.ts'
import { type ApiQuery, useAnswer } from '../kit/api.tsx'

export type ServiceState = Answer<'get', '/api/admin/state'>
export type Trouble = ServiceState['troubles'][number]
export type Facts = NonNullable<ServiceState['facts']>

/** What is wrong, and what the service knows about itself; shared by the bar and the page below it. */
export const useServiceState = (): ApiQuery<ServiceState> => useAnswer('state', () => api.get('/api/admin/state'), { everySeconds: 30 })
