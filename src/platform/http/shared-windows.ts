/** What one node counted in one window since it settled last. */
export interface WindowDelta {
  /** The limit's name. */
  readonly name: string
  /** Keyed hash of the client; addresses never leave the process. */
  readonly key: string
  /** Epoch seconds; windows are aligned, so that all nodes mean the same one. */
  readonly windowStart: number
  readonly windowSeconds: number
  readonly count: number
}

/** The counts that nodes share. */
export interface SharedWindows {
  /**
   * Adds the deltas and answers the totals over all nodes, in the same order. At most MAX_DELTAS at once; (name, key, window)
   * must be unique among them. May throw: the node then goes on by its own counts and tries again.
   */
  settle(deltas: readonly WindowDelta[]): Promise<readonly number[]>
}

export const MAX_DELTAS = 1000
