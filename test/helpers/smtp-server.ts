import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { closedAtEnd } from './ending.ts'

/** A mail as the server received it, byte for byte. */
export interface ReceivedMail {
  readonly from: string
  readonly to: string
  readonly raw: string
  readonly messageId: string
  /** Whether the sender was told that it was accepted. */
  readonly confirmed: boolean
  readonly secure: boolean
}

/** An answer other than acceptance: `550 5.1.1 no such user`. */
export type Refusal = string
/** Close the connection instead of answering. */
export const HANG_UP = 'hang up'

/** How the server treats mails; `nth` counts earlier ones to that address, from 0. */
export interface Behaviour {
  readonly sender?: (address: string) => Refusal | undefined
  readonly recipient?: (address: string, nth: number) => Refusal | undefined
  /** Called when the first piece of a body arrives. */
  readonly midBody?: (address: string, nth: number) => typeof HANG_UP | undefined
  /** Called when a body is complete. A mail answered by hanging up counts as received. */
  readonly body?: (address: string, nth: number) => Refusal | undefined | Promise<Refusal | undefined>
}

export interface TestSmtpServer {
  readonly port: number
  /** `smtp://127.0.0.1:2525` */
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** Connections so far. */
  connections(): number
  behave(behaviour: Behaviour): void
  /** Hangs up on everybody. */
  hangUp(): void
  close(): Promise<void>
}

/** A real SMTP server on loopback that keeps what it receives. Without certificates of its own it offers TLS with a made-up one. */
export async function startSmtpServer(options: SMTPServerOptions & { readonly listenOn?: number } = {}): Promise<TestSmtpServer> {
  const { listenOn = 0, ...smtp } = options
  const mails: ReceivedMail[] = []
  const tries = new Map<string, number>()
  let behaviour: Behaviour = {}
  let connections = 0

  const nthOf = (address: string): number => tries.get(address) ?? 0

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    ...smtp,
    onConnect(_session, callback) {
      connections += 1
      callback()
    },
    onMailFrom({ address }, _session, callback) {
      const refusal = behaviour.sender?.(address)
      callback(refusal === undefined ? null : refused(refusal))
    },
    onRcptTo({ address }, session, callback) {
      const nth = nthOf(address)
      const refusal = behaviour.recipient?.(address, nth)
      if (refusal === undefined) return callback()
      tries.set(address, nth + 1)
      answer(session, refusal, callback)
    },
    onData(stream, session, callback) {
      // A sender that is killed stops in the middle.
      receive(stream, session, callback).catch(() => undefined)
    },
  })
  server.on('error', () => undefined)

  async function receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    callback: (error?: Error | null) => void,
  ): Promise<void> {
    const to = recipientOf(session)
    const nth = nthOf(to)
    tries.set(to, nth + 1)
    const chunks: Buffer[] = []
    for await (const chunk of stream) {
      if (behaviour.midBody?.(to, nth) === HANG_UP) return hangUpOn(session)
      chunks.push(chunk as Buffer)
    }
    const refusal = await behaviour.body?.(to, nth)
    if (refusal === undefined || refusal === HANG_UP)
      mails.push(received(session, to, Buffer.concat(chunks).toString(), refusal === undefined))
    if (refusal === undefined) callback()
    else answer(session, refusal, callback)
  }

  function answer(session: SMTPServerSession, refusal: Refusal, callback: (error?: Error | null) => void): void {
    if (refusal === HANG_UP) hangUpOn(session)
    else callback(refused(refusal))
  }

  function hangUpOn(session?: SMTPServerSession): void {
    for (const connection of server.connections) {
      if (session === undefined || connection.id === session.id) (connection as unknown as { _socket: Socket })._socket.destroy()
    }
  }

  await new Promise<void>((resolve) => server.listen(listenOn, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    connections: () => connections,
    behave: (next) => (behaviour = next),
    hangUp: () => hangUpOn(),
    close: closedAtEnd(async () => {
      hangUpOn()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }),
  }
}

const recipientOf = ({ envelope }: SMTPServerSession): string => envelope.rcptTo[0]?.address ?? ''

function received(session: SMTPServerSession, to: string, raw: string, confirmed: boolean): ReceivedMail {
  const { mailFrom } = session.envelope
  const messageId = /^message-id: *(\S+)/im.exec(raw)?.[1] ?? ''
  return { from: mailFrom === false ? '' : mailFrom.address, to, raw, messageId, confirmed, secure: session.secure }
}

function refused(refusal: Refusal): Error {
  return Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) })
}
