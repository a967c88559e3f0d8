import { type CallLedger, createCallLedger } from './calls.ts'
import { createFaultSwitch, type FaultSwitch } from './faults/faults.ts'
import { openLibrary, type ReplayLibrary } from './replay/library.ts'
import type { World } from './world.ts'

/** Everything that can be switched while the simulator runs. */
export interface SimulatorState {
  readonly calls: CallLedger
  readonly faults: FaultSwitch
  readonly world: World
  replay: ReplayLibrary | null
  /** Epoch milliseconds. */
  now(): number
  /** Resets to the state at the start, or only the call counts. */
  reset(what: 'calls' | 'all'): void
}

/** `clock` gives epoch milliseconds: the time of the weather, by which fault durations are measured, too. */
export function createState(clock: () => number, replayDir: string | undefined): SimulatorState {
  const initialReplay = replayDir === undefined ? null : openLibrary(replayDir, [])
  const state: SimulatorState = {
    calls: createCallLedger(),
    faults: createFaultSwitch(clock),
    world: { forced: [], errors: new Map() },
    replay: initialReplay,
    now: clock,
    reset(what) {
      state.calls.clear()
      if (what === 'calls') return
      state.faults.set([])
      state.world.forced = []
      state.world.errors = new Map()
      state.replay = initialReplay
    },
  }
  return state
}
