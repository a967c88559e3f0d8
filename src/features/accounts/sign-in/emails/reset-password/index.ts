import { type MailTemplate, readMailSources } from '../../../../mail/templates/index.ts'
import type { AccountMailData } from '../../../users/index.ts'
import { accountView } from '../account-view.ts'

export const resetPasswordMail: MailTemplate<AccountMailData> = {
  id: 'reset-password',
  description: 'Link to set a new password.',
  unsubscribable: false,
  ownerOnly: true,
  ...readMailSources(import.meta.url),
  view: (data, _parts, context) => accountView(data, 'reset', '/reset-password', context),
  samples: [
    {
      id: 'asked',
      timezone: 'UTC',
      parts: new Map(),
      data: { displayName: 'Ada', token: 'c2FtcGxlLXRva2VuLXRoYXQtb3BlbnMtbm90aGluZy0', validHours: 1, invitedBy: null },
    },
  ],
}
