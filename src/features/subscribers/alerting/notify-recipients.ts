import type { CellParts, CellRun } from './cell-run.ts'
import { readRecipientPages } from './channel.ts'
import { selectMostSevereMatches } from './compose.ts'
import { decideAlerts } from './decide.ts'
import type { Evaluation } from './evaluate.ts'

/** Notifies a place's recipients other than addresses by the same decisions, each in a transaction of its own. */
export async function notifyRecipients(cell: number, evaluation: Evaluation, run: CellRun, parts: CellParts): Promise<void> {
  const { state, events } = evaluation
  const { now, signal } = run
  const { counts } = run.tally
  for (const channel of parts.channels) {
    for await (const page of readRecipientPages(channel, cell, now)) {
      const keys = page.map(({ key }) => key)
      const notices = await parts.notifications.listNotices(events, keys, null)
      for (const recipient of page) {
        if (signal.aborted) return
        try {
          const { matches, held } = decideAlerts(recipient, state, notices.get(recipient.key) ?? [], now)
          if (held !== null || matches.length === 0) continue
          const sent = selectMostSevereMatches(matches).slice(0, channel.maxMatches)
          const messages = await parts.notifications.insertMessages(recipient, sent, { state, sourceOf: parts.sourceOf, now })
          counts[channel.name] += messages
          if (messages > 0) channel.wake()
        } catch (error) {
          counts.failed += 1
          parts.onError(error, `notifying by ${channel.name}`)
        }
      }
    }
  }
}
