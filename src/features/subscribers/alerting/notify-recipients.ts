import type { CellParts, CellRun } from './cell-run.ts'
import { type ChannelName, recipientsAt } from './channel.ts'
import { mostSevere } from './compose.ts'
import { decide } from './decide.ts'
import type { Evaluation } from './evaluate.ts'

export interface ChannelTally extends Readonly<Record<ChannelName, number>> {
  /** Recipients whose notification failed. */
  readonly failed: number
}

/** Notifies a place's recipients other than addresses by the same decisions, each in a transaction of its own. */
export async function notifyRecipients(cell: number, evaluation: Evaluation, run: CellRun, parts: CellParts): Promise<ChannelTally> {
  const tally = { webhooks: 0, pushes: 0, failed: 0 }
  const { state, events } = evaluation
  const { now, signal } = run
  for (const channel of parts.channels) {
    for await (const page of recipientsAt(channel, cell, now)) {
      const keys = page.map(({ key }) => key)
      const notices = await parts.notifications.listNotices(events, keys, null)
      for (const recipient of page) {
        if (signal.aborted) return tally
        try {
          const { matches, held } = decide(recipient, state, notices.get(recipient.key) ?? [], now)
          if (held !== null || matches.length === 0) continue
          const sent = mostSevere(matches).slice(0, channel.maxMatches)
          tally[channel.name] += await recipient.insert(sent, { state, sourceOf: parts.sourceOf, now })
        } catch (error) {
          tally.failed += 1
          parts.onError(error, `notifying by ${channel.name}`)
        }
      }
    }
  }
  return tally
}
