import { type MailTemplate, readMailSources } from '../../../../mail/templates/index.ts'
import type { WeatherAlertData } from './data.ts'
import { samples } from './samples.ts'
import { buildAlertMailView } from './view.ts'

export type * from './data.ts'

export const weatherAlertMail: MailTemplate<WeatherAlertData> = {
  id: 'weather-alert',
  description: 'Official warnings and forecast hazards for one place, and what each source reports.',
  unsubscribable: true,
  ...readMailSources(import.meta.url),
  view: buildAlertMailView,
  samples,
}
