import { setTimeout as sleep } from 'node:timers/promises'
import { type Behaviour, HANG_UP, type ReceivedMail, startSmtpServer, type TestSmtpServer } from '../../../test/helpers/smtp-server.ts'

/** A mail server that can be switched off and on at one address, and that remembers everything it received. */
export interface Smtp {
  readonly url: string
  mails(): readonly ReceivedMail[]
  /** Each returns a function that ends it. */
  hang(): Promise<() => Promise<void>>
  refuse(): Promise<() => Promise<void>>
  behave(behaviour: Behaviour): Promise<() => Promise<void>>
  close(): Promise<void>
}

export const GREYLISTED: Behaviour = { recipient: (_address, nth) => (nth % 2 === 0 ? '450 4.7.1 greylisted, come back later' : undefined) }
/** Refused permanently, though not because the mailbox does not exist. */
export const REFUSED_FOR_GOOD: Behaviour = { body: () => '554 5.7.1 not accepted' }
export const DROPPED_AFTER_DATA: Behaviour = { body: (_address, nth) => (nth % 2 === 0 ? HANG_UP : undefined) }
export const late = (ms: number): Behaviour => ({ body: () => sleep(ms, undefined) })

const NORMAL: Behaviour = {}

/** The sender's credentials: neither may ever appear in an answer or a log. */
export const SMTP_USER = 'torture-mailer'
export const SMTP_PASSWORD = 'smtp-password-6f1d9c0b7a'

export async function startSmtp(): Promise<Smtp> {
  const login = {
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth: (_auth: unknown, _session: unknown, callback: (error: null, answer: { user: string }) => void) =>
      callback(null, { user: SMTP_USER }),
  }
  let server: TestSmtpServer = await startSmtpServer(login)
  const { port } = server
  // Mails that an earlier server was still receiving count, too.
  const servers: TestSmtpServer[] = [server]
  let refusing = 0

  const settleDown = async (): Promise<void> => {
    server.behave(NORMAL)
  }

  return {
    url: `smtp://${SMTP_USER}:${SMTP_PASSWORD}@127.0.0.1:${port}?starttls=off`,
    mails: () => servers.flatMap(({ mails }) => mails),
    async hang() {
      const released = Promise.withResolvers<undefined>()
      server.behave({ body: () => released.promise })
      return async () => {
        await settleDown()
        released.resolve(undefined)
      }
    },
    async refuse() {
      if (refusing++ === 0) await server.close()
      return async () => {
        if (--refusing > 0) return
        server = await startSmtpServer({ ...login, listenOn: port })
        servers.push(server)
      }
    },
    async behave(behaviour) {
      server.behave(behaviour)
      return settleDown
    },
    close: () => server.close(),
  }
}
