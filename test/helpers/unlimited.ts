import { REQUEST_LIMITS } from '../../src/features/operations/settings/index.ts'

/** For tests that send more than any client may. */
export const UNLIMITED = {
  RATE_LIMITS: ['upstream', 'upstream-day', ...REQUEST_LIMITS].map((name) => `${name}=0`).join(','),
  MAX_CONNECTIONS_PER_CLIENT: '0',
}
