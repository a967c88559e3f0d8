import { setTimeout as sleep } from 'node:timers/promises'
import type { FromMachine, Link, ToMachine } from '../http/limits/machine-messages.ts'
import { StartupError } from '../startup-error.ts'
import type { ToSupervisor, ToWorker } from './messages.ts'

const GATHER_MS = 2_000

/**
 * A worker's side of the channel to its supervisor. `Opening` is what the supervisor supplies, `Values` are one worker's metrics.
 * `onLogLevel` is called when the level of the log changes.
 * @throws StartupError in a process that no supervisor has started
 */
export function openSupervision<Opening, Values>(onLogLevel: (level: string) => void) {
  const send = process.send?.bind(process)
  if (send === undefined) throw new StartupError('a worker is started by `serve`, never by itself')
  const gatherings = new Map<number, (all: readonly Values[]) => void>()
  const opening = Promise.withResolvers<Opening>()
  const port = Promise.withResolvers<number>()
  const stopping = Promise.withResolvers<string>()
  let lastId = 0
  let metrics: (() => Promise<Values>) | undefined
  let onLimits: ((message: FromMachine) => void) | undefined

  // A terminal sends signals to the whole process group; the supervisor decides what happens.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  process.on('SIGUSR2', () => undefined)
  // The supervisor was killed. Its successor needs the port, so there is no time to finish anything.
  process.once('disconnect', () => process.exit(1))
  process.on('message', (message: ToWorker<Opening>) => {
    switch (message.type) {
      case 'open':
        return opening.resolve(message.opening)
      case 'listen':
        return port.resolve(message.port)
      case 'report-metrics':
        return void metrics?.().then((values) => post({ type: 'metrics', id: message.id, values }))
      case 'gathered':
        return gatherings.get(message.id)?.(message.all as readonly Values[])
      case 'log-level':
        return onLogLevel(message.level)
      case 'limits':
        return onLimits?.(message.message)
      case 'stop':
        return stopping.resolve(message.why)
    }
  })

  function post(message: ToSupervisor): void {
    if (process.connected) send?.(message, undefined, {}, () => undefined)
  }

  return {
    post,
    opening: opening.promise,
    /** The supervisor's counts of requests. */
    limits: {
      send: (message) => post({ type: 'limits', message }),
      receive(listener) {
        onLimits = listener
      },
    } satisfies Link<ToMachine, FromMachine>,
    /** Where to listen; resolves after `ready` was sent. */
    port: port.promise,
    /** Resolves with the reason to stop. */
    stopping: stopping.promise,
    /** Sets what this worker reports when metrics are gathered. */
    provideMetrics(read: () => Promise<Values>): void {
      metrics = read
    },
    /** The metrics of all workers; undefined when the supervisor does not answer. */
    async gatherMetrics(): Promise<readonly Values[] | undefined> {
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers<readonly Values[]>()
      gatherings.set(id, resolve)
      post({ type: 'gather', id })
      return Promise.race([promise, sleep(GATHER_MS, undefined, { ref: false })]).finally(() => gatherings.delete(id))
    },
  }
}
