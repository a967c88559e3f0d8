import { type MailService, MailServiceFailure } from './port.ts'
import { CheckFailed, type OutsideSystem } from '../../operations/connections/index.ts'

export interface MailServiceOptions {
  readonly service: MailService
  readonly configured: () => boolean
  readonly settings: OutsideSystem['settings']
}

export const MAIL_SERVICE = 'mail-service'

export function mailService({ service, configured, settings }: MailServiceOptions): OutsideSystem {
  return {
    id: MAIL_SERVICE,
    kind: 'mail_service',
    configured,
    settings,
    async check({ signal }) {
      try {
        await service.check(signal)
        return 'Responding normally'
      } catch (error) {
        throw error instanceof MailServiceFailure ? new CheckFailed(error.message, { cause: error }) : error
      }
    },
  }
}
