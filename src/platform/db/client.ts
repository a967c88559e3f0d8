import type { Socket } from 'node:net'
import pg from 'pg'

type Callback = (error: Error | null | undefined, result: pg.QueryResult) => void
type Query = (this: pg.Client, config: unknown, values: unknown, callback: Callback) => void

/**
 * The driver's client, except for the promise of a query. In pg (8.23, 2026) the query, its callback and its promise, which holds the
 * result, reference each other: a job that reads page after page promotes one result after another to the old generation of the heap, which
 * grows to several times what the job needs (6,000 pages of 300 rows: by 45 MB, and not at all with this class). Nothing references a
 * promise made around the driver's callback.
 */
export class DatabaseClient extends pg.Client {
  /** When each statement without an answer yet was sent, the oldest first, by `performance.now`. */
  readonly #unanswered = new Set<{ readonly at: number }>()
  #excusedAt = 0
  isDropped = false
  /** Called with the error of each statement. Must not throw. */
  onFailed: (error: Error) => void = () => undefined

  // oxlint-disable-next-line typescript/no-explicit-any -- takes and gives what each of the driver's overloads does
  override query(...args: any[]): any {
    const [config, values, callback] = args
    if (typeof config?.submit === 'function') return Reflect.apply(super.query, this, args)
    const sent = { at: performance.now() }
    this.#unanswered.add(sent)
    // The form that the pool uses.
    if (typeof values === 'function' || callback !== undefined) {
      const answered = args.pop() as Callback
      return Reflect.apply(super.query, this, [
        ...args,
        (error: Error | null | undefined, result: pg.QueryResult) => {
          this.#unanswered.delete(sent)
          if (error instanceof Error) this.onFailed(error)
          answered(error, result)
        },
      ])
    }
    const query = super.query as unknown as Query
    return new Promise<pg.QueryResult>((resolve, reject) => {
      query.call(this, config, values, (error, result) => {
        this.#unanswered.delete(sent)
        if (error instanceof Error) {
          this.onFailed(error)
          reject(error)
        } else resolve(result)
      })
    }).catch((error: Error) => {
      this.#unanswered.delete(sent)
      // Like the driver, report the caller's stack instead of the socket's.
      Error.captureStackTrace(error)
      throw error
    })
  }

  /** How long the oldest unanswered statement has been waiting, in milliseconds, counted from the last `excuse` at the earliest. */
  silentMs(): number {
    const [oldest] = this.#unanswered
    return oldest === undefined ? 0 : performance.now() - Math.max(oldest.at, this.#excusedAt)
  }

  /** Restarts the count of all unanswered statements: the server is alive and they just take long. */
  excuse(): void {
    this.#excusedAt = performance.now()
  }

  /** Closes the connection at once, without telling the server; pending statements fail. */
  drop(): void {
    this.isDropped = true
    ;(this as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy()
  }
}
