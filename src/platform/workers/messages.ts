import type { FromMachine, ToMachine } from '../http/limits/machine-messages.ts'

/** What a supervisor tells a worker. */
export type ToWorker<Opening> =
  /** What the worker needs to open, once the supervisor has it ready. */
  | { readonly type: 'open'; readonly opening: Opening }
  | { readonly type: 'listen'; readonly port: number }
  /** Asks for the worker's metrics; it answers with `metrics`. */
  | { readonly type: 'report-metrics'; readonly id: number }
  /** The answer to the worker's own `gather`. */
  | { readonly type: 'gathered'; readonly id: number; readonly all: readonly unknown[] }
  | { readonly type: 'log-level'; readonly level: string }
  | { readonly type: 'limits'; readonly message: FromMachine }
  | { readonly type: 'stop'; readonly why: string }

/** What a worker tells its supervisor. */
export type ToSupervisor =
  /** Everything is open; it may listen. */
  | { readonly type: 'ready' }
  | { readonly type: 'listening'; readonly port: number }
  /** It cannot start, for a reason that the operator can fix. */
  | { readonly type: 'refused'; readonly message: string }
  /** For the log: once, however many workers say it. */
  | { readonly type: 'announce'; readonly at: 'info' | 'warn' | 'error'; readonly message: string; readonly subject: string }
  /** Asks for the metrics of all workers. */
  | { readonly type: 'gather'; readonly id: number }
  | { readonly type: 'metrics'; readonly id: number; readonly values: unknown }
  | { readonly type: 'limits'; readonly message: ToMachine }
