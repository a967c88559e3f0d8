import { type MailTemplate, readMailSources } from '../../../../mail/templates/index.ts'
import type { WeeklyDigestData } from './data.ts'
import { samples } from './samples.ts'
import { buildDigestView } from './view.ts'

export type * from './data.ts'

export const weeklyDigestMail: MailTemplate<WeeklyDigestData> = {
  id: 'weekly-digest',
  description: 'The week ahead, warnings and a look back for all places of a subscriber, and the newsletter.',
  unsubscribable: true,
  ...readMailSources(import.meta.url),
  view: buildDigestView,
  samples,
}
