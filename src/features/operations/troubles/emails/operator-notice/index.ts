import type { Instant } from '@isobar/weather'
import { type MailTemplate, readMailSources } from '../../../../mail/templates/index.ts'

/** What operators are told; in English, as the back office is. */
export interface NoticeData {
  readonly state: 'began' | 'ended' | 'test'
  readonly severity: 'bad' | 'notice'
  readonly title: string
  readonly meaning: string
  readonly action: string
  /** A path of the back office. */
  readonly link: string
  readonly beganAt: Instant
  /** Null while it goes on. */
  readonly endedAt: Instant | null
}

const SAMPLE: NoticeData = {
  state: 'began',
  severity: 'bad',
  title: 'No weather provider answers',
  meaning: 'Pages show the last known weather with its age, and nothing for new places.',
  action: 'See why each fails.',
  link: '/admin/connections',
  beganAt: '2026-11-24T09:30:00Z',
  endedAt: null,
}

const LABELS = { began: 'Trouble', ended: 'Over', test: 'Test' } as const

export const operatorNoticeMail: MailTemplate<NoticeData> = {
  id: 'operator-notice',
  description: 'Tells operators that the service is in trouble, or that it is over.',
  unsubscribable: false,
  ownerOnly: true,
  ...readMailSources(import.meta.url),
  view: ({ state, title, meaning, action, link, beganAt, endedAt }, _parts, { service, links }) => ({
    label: LABELS[state],
    title,
    preheader: state === 'ended' ? `It began ${timeText(beganAt)}` : meaning,
    meaning: state === 'ended' ? 'It has not been seen since.' : meaning,
    action: state === 'ended' ? 'Nothing is to be done.' : action,
    since: endedAt === null ? `Since ${timeText(beganAt)}` : `From ${timeText(beganAt)} to ${timeText(endedAt)}`,
    url: links.page(link),
    button: 'Open the back office',
    reason: `This address is among those that ${service} tells of troubles: back office, Settings, Operations.`,
    credits: [],
    simulated: false,
    zone: null,
  }),
  samples: [
    { id: 'began', timezone: 'UTC', parts: new Map(), data: SAMPLE },
    { id: 'ended', timezone: 'UTC', parts: new Map(), data: { ...SAMPLE, state: 'ended', endedAt: '2026-11-24T09:52:00Z' } },
  ],
}

/** `2026-11-24 09:30 UTC` */
function timeText(instant: Instant): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}
