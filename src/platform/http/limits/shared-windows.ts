/** One client's window of a limit. */
export interface WindowName {
  /** The limit's name. */
  readonly name: string
  /** Keyed hash of the client; addresses never leave the process. */
  readonly key: string
  /** Epoch seconds. Windows are aligned, so that all nodes use the same ones. */
  readonly windowStart: number
}

/** What one node counted in one window since its last settling. */
export interface WindowDelta extends WindowName {
  readonly windowSeconds: number
  readonly count: number
}

/** The counts that nodes share. */
export interface SharedWindows {
  /**
   * Adds the deltas and returns the totals over all nodes, in the same order. Takes at most MAX_DELTAS; (name, key, window) must be unique
   * among them. May throw: the node then continues with its own counts and retries later.
   */
  settle(deltas: readonly WindowDelta[]): Promise<readonly number[]>
  /** The totals over all nodes, in the same order; 0 where nothing is known. Takes at most MAX_DELTAS. May throw. */
  totals(windows: readonly WindowName[]): Promise<readonly number[]>
}

export const MAX_DELTAS = 1000
