import { type MailTemplate, readMailSources } from '../../../../mail/templates/index.ts'
import type { AccountMailData } from '../../../users/index.ts'
import { accountView } from '../account-view.ts'

const SAMPLE: AccountMailData = {
  displayName: 'Grace',
  token: 'c2FtcGxlLXRva2VuLXRoYXQtb3BlbnMtbm90aGluZy0',
  validHours: 72,
  invitedBy: 'ada@example.org',
}

export const inviteMail: MailTemplate<AccountMailData> = {
  id: 'invite',
  description: 'Invitation to the back office.',
  unsubscribable: false,
  ownerOnly: true,
  ...readMailSources(import.meta.url),
  view: (data, _parts, context) => accountView(data, 'invite', '/invite', context),
  samples: [
    { id: 'by-an-owner', timezone: 'UTC', parts: new Map(), data: SAMPLE },
    { id: 'by-nobody', timezone: 'UTC', parts: new Map(), data: { ...SAMPLE, invitedBy: null } },
  ],
}
