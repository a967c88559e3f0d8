import assert from 'node:assert/strict'
import { closedAtEnd } from '../../../../../test/helpers/ending.ts'
import { until } from '../../../../../test/helpers/until.ts'

/** An event as sent; a comment has the type `comment`. */
export interface SentEvent {
  readonly type: string
  readonly id: string | null
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into the data
  readonly data: any
}

/** Opens a stream and collects its events, parsed by the rules of the HTML standard as far as the service uses them. */
export async function openEventStream(url: string, headers: Record<string, string> = {}) {
  const aborted = new AbortController()
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: aborted.signal })
  assert.equal(response.status, 200, response.status === 200 ? '' : await response.text())
  const events: SentEvent[] = []
  let retryMs: number | null = null
  let isOver = false
  const reading = (async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
        )
        const [retry, data] = [fields.get('retry'), fields.get('data')]
        if (retry !== undefined) retryMs = Number(retry)
        else if (data === undefined) events.push({ type: 'comment', id: null, data: null })
        else events.push({ type: fields.get('event') ?? 'message', id: fields.get('id') ?? null, data: JSON.parse(data) })
      }
    }
  })()
    .catch(() => undefined)
    .finally(() => (isOver = true))
  const close = closedAtEnd(async () => {
    aborted.abort()
    await reading
  })
  return {
    response,
    events,
    retryMs: () => retryMs,
    isOver: () => isOver,
    close,
    /** Waits for so many events in all, and returns them. */
    async have(count: number): Promise<readonly SentEvent[]> {
      await until(`${count} events have arrived`, () => events.length >= count)
      return events
    },
  }
}
