export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body: JSON.stringify(value) }
}

export function html(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: `<!doctype html><meta charset="utf-8">${body}` }
}

/** An error as Google's APIs write it. */
export function googleError(code: number, status: string, reason: string): Answer {
  return json(code, { error: { code, message: `Simulated: ${status}`, status, errors: [{ message: status, domain: 'global', reason }] } })
}
