import type { MailTransport } from './transport.ts'

/** A transport that can be replaced while the service runs. Mails in flight finish on the transport that they started on. */
export interface LiveTransport extends MailTransport {
  replace(next: MailTransport): void
}

/** `close` also waits for the transports that were replaced. */
export function createLiveTransport(first: MailTransport): LiveTransport {
  let current = first
  const closing = new Set<Promise<void>>()

  return {
    get kind() {
      return current.kind
    },
    get connections() {
      return current.connections
    },
    send: (message, signal) => current.send(message, signal),
    verify: () => current.verify(),
    replace(next) {
      const former = current
      current = next
      const closed = former.close().finally(() => closing.delete(closed))
      closing.add(closed)
    },
    async close() {
      await Promise.all([current.close(), ...closing])
    },
  }
}
