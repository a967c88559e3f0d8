/**
 * A problem that the operator must fix before the service can start: a setting, a directory, a database. Only the message is printed; the
 * process then exits with status 1. The message is one plain line and never contains a password or a key.
 */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const lines = message.split(/[\r\n]/).flatMap((line) => line.trim() || [])
    super(lines.join(' '), options)
    this.name = 'StartupError'
  }
}
