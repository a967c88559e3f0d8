import { RouterContextProvider } from 'react-router'
import type { ApiRequest } from '../../../../src/features/site/rendering/visit.ts'
import { type Visit, visitContext } from '../context.ts'
import type { Reader } from '../reader.server.ts'

/** A reader in Britain who has chosen nothing. */
export const READER = {
  chosen: { lang: null, units: null, clock: 'auto', theme: 'auto', consent: 'ask' },
  lang: 'en',
  locale: 'en-GB',
  units: 'metric',
  hour12: false,
} as const satisfies Reader

const CODES: Readonly<Record<number, string>> = { 400: 'invalid_request', 404: 'not_found', 429: 'rate_limited', 502: 'upstream_error' }

/** A refusal of the API, with the code that goes with its status. */
export class Refusal {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object = { error: CODES[status] ?? 'service_unavailable', message: 'Later' }) {
    this.status = status
    this.body = body
  }
}

/** A visit whose API answers as a test says, and every request to it. */
export function visitWith(answer: (request: ApiRequest) => unknown, known: Partial<Visit> = {}) {
  const context = new RouterContextProvider()
  const asked: ApiRequest[] = []
  const ask: Visit['ask'] = async (request) => {
    asked.push(request)
    const body = answer(request)
    return body instanceof Refusal ? { status: body.status, headers: {}, body: body.body } : { status: 200, headers: {}, body }
  }
  context.set(visitContext, { ...known, ask } as Visit)
  return { context, asked }
}
