/**
 * What the operator must put right before the service can start: a setting, a directory, a database.
 * The message is one line in plain words, never holds a password or a key, and is all that is printed; the process then exits with status 1.
 */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim(), options)
    this.name = 'StartupError'
  }
}
