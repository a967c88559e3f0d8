import { rankSeverity, writeCityPath } from '@isobar/weather'
import type { Kysely } from 'kysely'
import { getMailWords, buildMeasures } from '../../mail/catalogue/index.ts'
import { formatMailPlace } from '../../mail/templates/index.ts'
import { insertMessages, listWatching, type NewMessage, selectPushCells, type Watching } from '../push/index.ts'
import { getZoneOrUtc } from '../subscriptions/index.ts'
import { type Channel, type ChannelOptions, type ChannelTables, type MessageContext, readAlertPreferences } from './channel.ts'
import { computeMatchExpiry, writeMatches } from './compose.ts'
import { getMatchEvent, type Match } from './decision.ts'
import type { AlertMatch } from './emails/weather-alert/data.ts'
import { formatMatchTime } from './emails/weather-alert/match.ts'
import { formatAlertSubject } from './emails/weather-alert/view.ts'

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
  selectCells: selectPushCells,
  list: async (cell, after, limit) =>
    (await listWatching(db, cell, after, limit)).map((watch) => ({
      id: watch.id,
      key: pushRecipient(watch.client),
      subscriptions: [readAlertPreferences(watch, watch.frequency, readPreferences)],
      insert: (trx, matches, context) => insertMessages(trx, watch.id, messagesOf(watch, matches, context), context.now),
    })),
})

/** The notifications of matches, in the reader's language and units, and the place's time. */
function messagesOf({ lang, units, ...place }: Watching, matches: readonly Match[], context: MessageContext): NewMessage[] {
  const words = getMailWords(lang)
  const { written } = writeMatches({ ...context, matches, lang })
  return matches.map((match, index) => {
    const shown = written[index] as AlertMatch
    const body = [
      formatMatchTime(shown, context.state.timezone ?? getZoneOrUtc(place.lat, place.lon), words),
      ...(shown.kind === 'official' && shown.senderName !== null ? [shown.senderName] : []),
      ...(context.state.simulated ? [words.t('mail.simulated')] : []),
    ]
    const notice = {
      title: cut(formatAlertSubject([shown], words.isolate(formatMailPlace(place)), words, buildMeasures(words, units)), MAX_TITLE),
      body: cut(body.join('\n'), MAX_BODY),
      url: writeCityPath(place),
      lang: words.language,
      dir: words.direction,
    }
    return { tag: getMatchEvent(match).id, notice, urgency: urgencyOf(match), expiresAt: computeMatchExpiry(match, context.now) }
  })
}

/** High wakes a phone that saves power. */
function urgencyOf(match: Match): NewMessage['urgency'] {
  return match.kind === 'official' && match.stage !== 'cancelled' && rankSeverity(match.view.severity) >= rankSeverity('severe')
    ? 'high'
    : 'normal'
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}
