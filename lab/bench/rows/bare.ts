import { startListening } from '../processes.ts'
import type { MeasuredRow, Pace, Row } from '../table/row.ts'
import { loadInTurns } from '../table/side-by-side.ts'

export interface Answer {
  readonly name: string
  readonly goal: Row['goal']
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON to post. */
  readonly body?: string
  /** Request it with its current ETag. */
  readonly isKnown?: true
}

/** Measures an answer of Isobar beside a bare `node:http` server that sends the same status, headers and bytes. */
export async function besideBare(answer: Answer, pace: Pace): Promise<MeasuredRow> {
  const { name, goal, url, body } = answer
  const headers = await headersOf(answer)
  const bare = await startListening(['lab/bench/bare-server.ts', url, JSON.stringify(headers), ...(body === undefined ? [] : [body])])
  const asking = () => (body === undefined ? {} : { body })
  try {
    const rounds = await loadInTurns({ url, headers, asking }, { url: bare.url, headers, asking }, pace)
    return { name, unit: '/s', yardstick: 'bare node:http, same bytes', goal, rounds }
  } finally {
    await bare.stop()
  }
}

/** Sends the request once, so that the answer is warm. */
async function headersOf({ url, headers = {}, body, isKnown }: Answer): Promise<Readonly<Record<string, string>>> {
  const posted = body === undefined ? {} : { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } }
  const response = await fetch(url, { headers, ...posted })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  // The ETag of the bytes in this encoding.
  return isKnown ? { ...headers, 'if-none-match': String(response.headers.get('etag')) } : headers
}
