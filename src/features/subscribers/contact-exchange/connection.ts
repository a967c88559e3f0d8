import { type MailService, MailServiceFailure } from './port.ts'
import { CheckFailed, type OutsideSystem, shownUrl } from '../../operations/connections/index.ts'

export interface MailServiceOptions {
  readonly service: MailService
  readonly configured: () => boolean
  readonly baseUrl: URL
}

export const MAIL_SERVICE = 'mail-service'

/** The mail service as a connection of the back office; its check makes one cheap call. */
export function mailService({ service, configured, baseUrl }: MailServiceOptions): OutsideSystem {
  return {
    id: MAIL_SERVICE,
    name: 'Email service',
    kind: 'mail_service',
    configured,
    settings: () => ({ baseUrl: shownUrl(baseUrl) }),
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
