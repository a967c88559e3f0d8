import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type pg from 'pg'

/** What `pg` passes to a custom query object (its Submittable interface); its types omit these members. */
interface CopyConnection {
  readonly stream: Socket
  query(sql: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

interface CopyQuery {
  submit(connection: CopyConnection): void
  handleError(error: Error, connection: CopyConnection): void
  handleReadyForQuery(connection: CopyConnection): void
  handleCommandComplete(message: { text: string }): void
  handleCopyData(message: { chunk: Buffer }, connection: CopyConnection): void
  handleCopyInResponse(connection: CopyConnection): void
}

/**
 * Runs `COPY … TO STDOUT` and writes its bytes to `sink`, with backpressure.
 * @returns the number of rows. Rejects when the server or the sink fails; the caller must then end the client, since the COPY may still
 *   be running
 */
export function copyOut(client: pg.ClientBase, sql: string, sink: Writable): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0
    let connection: CopyConnection | undefined
    const onClose = (): void => {
      connection?.stream.resume()
      reject(sink.errored ?? new Error('The destination was closed during the copy'))
    }
    sink.once('close', onClose)
    run(client, {
      submit: (started) => {
        connection = started
        started.query(sql)
      },
      handleCopyData: ({ chunk }, { stream }) => {
        // Copy the chunk: it is in the driver's buffer, which the next message may overwrite before the sink reads it.
        if (sink.destroyed || sink.write(Buffer.from(chunk)) || stream.isPaused()) return
        stream.pause()
        sink.once('drain', () => stream.resume())
      },
      handleCopyInResponse: () => undefined,
      handleCommandComplete: ({ text }) => (rows = rowCount(text)),
      handleError: (error) => {
        sink.off('close', onClose)
        reject(error)
      },
      handleReadyForQuery: () => {
        sink.off('close', onClose)
        resolve(rows)
      },
    })
  })
}

/**
 * Runs `COPY … FROM STDIN` with the bytes of `source`, with backpressure.
 * @returns the number of rows. Rejects with the server's or the source's error
 */
export function copyIn(client: pg.ClientBase, sql: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0
    const failed = new AbortController()
    run(client, {
      submit: (connection) => connection.query(sql),
      handleCopyData: () => undefined,
      handleCopyInResponse: (connection) => {
        send(connection, source, failed.signal).catch((error: unknown) => {
          reject(error as Error)
          connection.sendCopyFail('the source failed')
        })
      },
      handleCommandComplete: ({ text }) => (rows = rowCount(text)),
      handleError: (error) => {
        failed.abort()
        reject(error)
      },
      handleReadyForQuery: () => resolve(rows),
    })
  })
}

async function send(connection: CopyConnection, source: AsyncIterable<Buffer>, failed: AbortSignal): Promise<void> {
  for await (const chunk of source) {
    if (failed.aborted) return
    connection.sendCopyFromChunk(chunk)
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal: failed }).catch(() => undefined)
  }
  if (!failed.aborted) connection.endCopyFrom()
}

function run(client: pg.ClientBase, query: CopyQuery): void {
  client.query(query as unknown as pg.Submittable)
}

function rowCount(commandTag: string): number {
  return Number(/^COPY (\d+)/.exec(commandTag)?.[1] ?? 0)
}
