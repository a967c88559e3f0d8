import type { Kysely } from 'kysely'
import { cityPath } from '../../../domain/city-path.ts'
import { severityRank } from '../../../domain/hazards/index.ts'
import { mailWords, measuresOf } from '../../mail/catalogue/index.ts'
import { placeText } from '../../mail/templates/index.ts'
import { insertMessages, listWatching, type NewMessage, type Watching } from '../push/index.ts'
import { type Channel, type ChannelOptions, type ChannelTables, type MessageContext, wantedOf } from './channel.ts'
import { lastsUntil, writeMatches } from './compose.ts'
import { eventOf, type Match } from './decision.ts'
import type { AlertMatch } from './emails/weather-alert/data.ts'
import { whenOf } from './emails/weather-alert/match.ts'
import { subjectOf } from './emails/weather-alert/view.ts'

/** Notifications at a time: more would only bury each other. */
const MAX_MATCHES = 3
const MAX_TITLE = 200
const MAX_BODY = 400

/** As whom the notices of a browser's client (a keyed hash) are stored: who turns notifications off and back on is not notified twice. */
export const pushRecipient = (client: string): string => `push:${client}`

/** Browsers: one notification for each event, of which a newer one replaces the older. */
export const createPushChannel = (db: Kysely<ChannelTables>, { readPreferences, wake }: ChannelOptions): Channel => ({
  name: 'pushes',
  maxMatches: MAX_MATCHES,
  wake,
  list: async (cell, after, limit) =>
    (await listWatching(db, cell, after, limit)).map((watch) => ({
      id: watch.id,
      key: pushRecipient(watch.client),
      subscriptions: [wantedOf(watch, watch.frequency, readPreferences)],
      insert: (trx, matches, context) => insertMessages(trx, watch.id, messagesOf(watch, matches, context), context.now),
    })),
})

/** The notifications of matches, in the reader's language and units, and the place's time. */
function messagesOf({ lang, units, ...place }: Watching, matches: readonly Match[], context: MessageContext): NewMessage[] {
  const words = mailWords(lang, units)
  const { written } = writeMatches({ ...context, matches, lang })
  return matches.map((match, index) => {
    const shown = written[index] as AlertMatch
    const body = [
      whenOf(shown, context.state.timezone ?? place.timezone, words),
      ...(shown.kind === 'official' && shown.senderName !== null ? [shown.senderName] : []),
      ...(context.state.simulated ? [words.t('mail.simulated')] : []),
    ]
    const notice = {
      title: cut(subjectOf([shown], words.isolate(placeText(place)), words, measuresOf(words, units)), MAX_TITLE),
      body: cut(body.join('\n'), MAX_BODY),
      url: cityPath(place),
      lang: words.language,
      dir: words.direction,
    }
    return { tag: eventOf(match).id, notice, urgency: urgencyOf(match), expiresAt: lastsUntil(match, context.now) }
  })
}

/** High wakes a phone that saves power. */
function urgencyOf(match: Match): NewMessage['urgency'] {
  return match.kind === 'official' && match.stage !== 'cancelled' && severityRank(match.view.severity) >= severityRank('severe')
    ? 'high'
    : 'normal'
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}
