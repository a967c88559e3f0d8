import type { HttpServer } from '../platform/http/server/http-server.ts'
import type { Logger } from '../platform/log.ts'
import { StartupError } from '../platform/startup-error.ts'

interface ListenOptions {
  readonly host: string
  readonly port: number
  /** Whether other workers of this service listen on the same port. */
  readonly shared: boolean
}

/** Resolves with the address. @throws StartupError if the operator can fix the problem */
export async function startHttpServer(app: HttpServer, { host, port, shared }: ListenOptions): Promise<string> {
  try {
    return await app.listen({ host, port, ...(shared && { reusePort: true }), listenTextResolver: (address) => `listening on ${address}` })
  } catch (error) {
    throw toListenError(error, host, port)
  }
}

/** A StartupError if the operator can fix the problem, otherwise the error itself. */
export function toListenError(error: unknown, host: string, port: number): unknown {
  const reason = LISTEN_FAULTS[(error as NodeJS.ErrnoException).code ?? '']
  return reason === undefined ? error : new StartupError(`cannot listen on HOST ${host}, PORT ${port}: ${reason}`, { cause: error })
}

const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'this user is not allowed to use the port',
  EADDRNOTAVAIL: 'the address does not belong to this machine',
  ENOTFOUND: 'the name cannot be resolved',
}

/** Prints the address when the log level hides the framework's own line: with PORT=0 there is no other way to learn the port. */
export function announceAddress(address: string, log: Logger): void {
  if (!log.isLevelEnabled('info')) console.log(`listening on ${address}`)
}
