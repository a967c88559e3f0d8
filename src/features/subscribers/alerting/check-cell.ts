import { cellFromId } from '../../../domain/cell.ts'
import { type CellOutcome, type CellParts, type CellRun, NOTHING_TOLD } from './cell-run.ts'
import { lookAt } from './place.ts'
import { notifySubscribers, writeChanges } from './notify-subscribers.ts'

/** How long an event is remembered: the longest cooldown. */
const REMEMBERED_MS = 7 * 86_400_000

/**
 * Looks at one place: asks its sources, follows its events, and tells whoever wants to be told. Events are written before anybody is
 * told of them; each page of subscribers is a transaction. Killed anywhere and run again, it tells what has not been told.
 */
export async function checkCell(cellId: number, run: CellRun, parts: CellParts): Promise<CellOutcome | null> {
  const { cells, events, readPreferences, newId } = parts
  const watchers = await cells.getWatchers(cellId)
  if (watchers.subscriptions === 0) return null
  const cell = cellFromId(cellId)
  const readings = await run.reader.read(cell)
  const known = await events.listEvents(cellId, run.now - REMEMBERED_MS)
  const place = lookAt({ cell, readings, known, now: run.now, newId })
  for (const wish of watchers.wishes) place.ask(readPreferences(wish))
  await writeChanges(place, run, parts)
  const told = place.isEventful() || !watchers.isWhole ? await notifySubscribers(place, run, parts) : NOTHING_TOLD
  const hadPrimary = readings.primary.outcome === 'ok' || readings.primary.wouldBeAsked === true
  // Without a primary provider the second one's calls are what places take turns at.
  const { outcome, called, isDue = false } = readings.primary.outcome === 'none' ? readings.second : readings.primary
  return { subscriptions: watchers.subscriptions, hadPrimary, hadTurn: called || (outcome === 'ok' && !isDue), ...told }
}
