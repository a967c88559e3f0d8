import {
  advanceCount,
  COUNTED_SLOTS,
  type Count,
  computeSlotIndex,
  type LimitState,
  moveOn,
  computeOldestSlot,
  computeSlot,
} from './rate-state.ts'
import { MAX_DELTAS, type SharedWindows, type WindowDelta, type WindowName } from './shared-windows.ts'

interface Slot<Name extends WindowName> {
  readonly state: LimitState
  readonly key: string
  readonly count: Count
  readonly slot: number
  readonly window: Name
}

/** Called with what other nodes counted of a client, by its key, once it becomes known here. */
export type OnLearned = (name: string, key: string, count: number) => void

/** All nodes have settled a slot this long after its end. */
const SETTLED_AFTER_SECONDS = 2

/**
 * Sends local counts to the other nodes and receives the totals, in batches. Counts added while a batch is in flight stay pending; a failed
 * batch stays pending as a whole and is retried at the next settling.
 */
export async function settleCounts(states: readonly LimitState[], windows: SharedWindows, onLearned: OnLearned): Promise<void> {
  const unsettled = states.flatMap(unsettledOf)
  for (let from = 0; from < unsettled.length; from += MAX_DELTAS) {
    const batch = unsettled.slice(from, from + MAX_DELTAS)
    const totals = await windows.settle(batch.map(({ window }) => window))
    for (const [i, { state, key, count, slot, window }] of batch.entries()) {
      // The slot may have left the window in the meantime.
      if (slot < computeOldestSlot(count.newest)) continue
      const at = computeSlotIndex(slot)
      const before = count.used
      // Before the total is noted: it includes what was sent.
      count.pending[at] = (count.pending[at] ?? 0) - window.count
      count.used -= window.count
      // This node knows more than the shared store if that has lost its counts, as Valkey does when it is killed.
      note(count, at, Math.max(totals[i] ?? 0, (count.settled[at] ?? 0) + window.count))
      if (count.used > before) onLearned(state.name, key, count.used - before)
      if (count.pending.every((pending) => pending === 0) && state.counts.get(key) === count) state.changed.delete(key)
    }
  }
}

/**
 * Fetches what other nodes counted, so that a client who has used up a limit elsewhere is refused here at the first request: for the clients
 * of the last requests first, then for the others in round-robin order; slots whose totals are final are fetched once. At most MAX_DELTAS
 * slots per call.
 */
export async function learnTotals(
  states: readonly LimitState[],
  windows: SharedWindows,
  nowSeconds: number,
  onLearned: OnLearned,
): Promise<void> {
  const slots: Slot<WindowName>[] = []
  for (const state of states) {
    moveOn(state, nowSeconds)
    // The totals of their current slot arrive with the settling.
    for (const key of state.changed) {
      const count = state.counts.get(key)
      if (count === undefined || slots.length + COUNTED_SLOTS > MAX_DELTAS) continue
      advanceCount(count, state.slot)
      slots.push(...unknownSlots(state, key, count, state.slot - 1))
    }
  }
  // Limits with few clients leave the rest of their share to those with more.
  const fewestFirst = states.toSorted((a, b) => a.counts.size - b.counts.size)
  for (const [i, state] of fewestFirst.entries())
    slots.push(...nextQuiet(state, Math.floor((MAX_DELTAS - slots.length) / (fewestFirst.length - i))))
  const totals = await windows.totals(slots.map(({ window }) => window))
  for (const [i, { state, key, count, slot }] of slots.entries()) {
    if (slot < computeOldestSlot(count.newest)) continue
    const before = count.used
    note(count, computeSlotIndex(slot), Math.max(count.settled[computeSlotIndex(slot)] ?? 0, totals[i] ?? 0))
    if (count.used > before) onLearned(state.name, key, count.used - before)
    count.finalBefore = Math.max(count.finalBefore, computeSlot(state, nowSeconds - SETTLED_AFTER_SECONDS))
  }
}

/** The slots of the next clients in this limit's round; clients that have used up the limit are skipped, since the totals cannot change that. */
function nextQuiet(state: LimitState, most: number): Slot<WindowName>[] {
  const found: Slot<WindowName>[] = []
  state.round ??= state.counts.entries()
  for (let looks = 0; looks < MAX_DELTAS && found.length + COUNTED_SLOTS <= most; looks++) {
    const next = state.round.next()
    if (next.done === true) {
      state.round = undefined
      break
    }
    const [key, count] = next.value
    if (state.changed.has(key)) continue
    advanceCount(count, state.slot)
    if (count.used < state.limit) found.push(...unknownSlots(state, key, count, state.slot))
  }
  return found
}

/** The slots up to `last` whose totals are not final. */
function unknownSlots(state: LimitState, key: string, count: Count, last: number): Slot<WindowName>[] {
  const first = Math.max(count.finalBefore, computeOldestSlot(state.slot))
  const slots: Slot<WindowName>[] = []
  for (let slot = first; slot <= last; slot++)
    slots.push({ state, key, count, slot, window: { name: state.name, key, windowStart: slot * state.slotSeconds } })
  return slots
}

function unsettledOf(state: LimitState): Slot<WindowDelta>[] {
  const { name, slotSeconds, windowSeconds } = state
  return [...state.changed].flatMap((key) => {
    const count = state.counts.get(key)
    if (count === undefined) return []
    const slots = Array.from({ length: COUNTED_SLOTS }, (_, i) => count.newest - i).filter(
      (slot) => (count.pending[computeSlotIndex(slot)] ?? 0) > 0,
    )
    // What was pending has left the window.
    if (slots.length === 0) state.changed.delete(key)
    return slots.map((slot) => {
      const pending = count.pending[computeSlotIndex(slot)] ?? 0
      const window = { name, key, windowStart: slot * slotSeconds, windowSeconds: slotSeconds + windowSeconds, count: pending }
      return { state, key, count, slot, window }
    })
  })
}

function note(count: Count, at: number, total: number): void {
  count.used += total - (count.settled[at] ?? 0)
  count.settled[at] = total
}
