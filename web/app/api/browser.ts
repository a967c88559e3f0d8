import { type Carrier, createApi } from './ask.ts'

const byFetch: Carrier = async ({ method, path, body, idempotencyKey }, signal) => {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch {
    return { status: 0, headers: {}, body: { error: 'offline', message: 'The service cannot be reached' } }
  }
  const text = await response.text()
  return { status: response.status, headers: Object.fromEntries(response.headers), body: parsed(text) }
}

/** The API from the browser, with the visitor's own cookies. */
export const api = createApi(byFetch)

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}
