import { type CallLedger, createCallLedger } from './calls.ts'
import { createFaultSwitch, type FaultSwitch } from './faults/faults.ts'
import { openLibrary, type ReplayLibrary } from './replay/library.ts'
import type { World } from './world.ts'

/** Everything that can be switched while the simulator runs. */
export interface SimulatorState {
  readonly calls: CallLedger
  readonly faults: FaultSwitch
  readonly world: World
  time: { readonly fixed: number | null; readonly offsetMs: number }
  replay: ReplayLibrary | null
  /** The simulated time, epoch milliseconds. */
  now(): number
  /** Resets to the state at the start, or only the call counts. */
  reset(what: 'calls' | 'all'): void
}

/** `clock` gives the real time in epoch milliseconds; fault durations are measured by it, and the simulated time is derived from it. */
export function createState(clock: () => number, replayDir: string | undefined): SimulatorState {
  const initialReplay = replayDir === undefined ? null : openLibrary(replayDir, [])
  const state: SimulatorState = {
    calls: createCallLedger(),
    faults: createFaultSwitch(clock),
    world: { forced: [], errors: new Map() },
    time: { fixed: null, offsetMs: 0 },
    replay: initialReplay,
    now: () => state.time.fixed ?? clock() + state.time.offsetMs,
    reset(what) {
      state.calls.clear()
      if (what === 'calls') return
      state.faults.set([])
      state.world.forced = []
      state.world.errors = new Map()
      state.time = { fixed: null, offsetMs: 0 }
      state.replay = initialReplay
    },
  }
  return state
}
