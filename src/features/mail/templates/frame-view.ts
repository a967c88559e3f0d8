import type { MailWords } from '../catalogue/index.ts'
import type { MailLinks } from './template.ts'

/** The variables of every template besides those of its view. `subject` is added once it is rendered. */
export interface FrameView {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** The sides where lines begin and end, for attributes and styles that know only left and right. */
  readonly start: 'left' | 'right'
  readonly end: 'left' | 'right'
  readonly service: string
  readonly home: string
  readonly unsubscribe: string | null
  readonly preferences: string | null
}

/** `service`: the name that signs mails. */
export function frameView(words: MailWords, links: MailLinks, service: string): FrameView {
  return {
    lang: words.language,
    dir: words.direction,
    start: words.direction === 'rtl' ? 'right' : 'left',
    end: words.direction === 'rtl' ? 'left' : 'right',
    service,
    home: links.home,
    unsubscribe: links.unsubscribe,
    preferences: links.preferences,
  }
}
