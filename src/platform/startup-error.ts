interface StartupErrorOptions extends ErrorOptions {
  /** Of the process; default 1. */
  readonly exitStatus?: number
}

/**
 * A problem that the operator must fix before the service can start, or that ends a command: a setting, a directory, a database. Only the message is
 * printed; the process then exits. The message is one plain line and never contains a password or a key.
 */
export class StartupError extends Error {
  readonly exitStatus: number

  constructor(message: string, { exitStatus = 1, ...options }: StartupErrorOptions = {}) {
    const lines = message.split(/[\r\n]/).flatMap((line) => line.trim() || [])
    super(lines.join(' '), options)
    this.name = 'StartupError'
    this.exitStatus = exitStatus
  }
}
