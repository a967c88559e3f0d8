import { OWNER } from './stand-ins.ts'

/** What is sent, besides the method and the path. */
export interface Sent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Signed in as the owner of the service. */
  readonly isOwner?: boolean
}

/** An answer as it came, read in full, or up to the first event of a stream. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape
  readonly body: any
}

export type Visitor = ReturnType<typeof createVisitor>

/** How long anything may take on a machine that does much else. */
export const PATIENCE_MS = 600_000
const PASSWORDS = [OWNER.ADMIN_PASSWORD, 'a long passphrase']

/** Sends requests to the service at `url`, and signs in as its owner when that is needed. */
export function createVisitor(url: string) {
  let cookie = ''

  async function send(method: string, path: string, { body, headers = {}, isOwner = false }: Sent): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        ...(isOwner && { cookie }),
        ...(body !== undefined && typeof body !== 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await readBody(response)
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
  }

  async function signIn(): Promise<void> {
    for (const password of PASSWORDS) {
      const { status, headers } = await send('POST', '/api/auth/login', { body: { email: OWNER.ADMIN_EMAIL, password } })
      if (status !== 200) continue
      cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
      return
    }
  }

  return {
    url,
    /** Repeats a request whose session has ended. */
    async ask(method: string, path: string, sent: Sent = {}): Promise<Answer> {
      const answer = await send(method, path, sent)
      if (answer.status !== 401 || sent.isOwner !== true) return answer
      await signIn()
      return send(method, path, sent)
    },
  }
}

async function readBody(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response.text()
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return Buffer.from(first?.value ?? []).toString()
}
