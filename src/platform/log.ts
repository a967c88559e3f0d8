import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'

export type Logger = PinoLogger

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Logs what the operator should know about a start: once for each subject (default: the message), however many workers find it. */
export type Announce = (level: 'info' | 'warn' | 'error', message: string, subject?: string) => void

export interface LoggerOptions {
  readonly level: LogLevel
  /** Standard output unless a test reads the lines itself. */
  readonly destination?: DestinationStream
}

const MAX_CAUSES = 4

/** The logged form of an error. */
interface LoggedError {
  type: string
  message: string
  stack: string | undefined
  code?: string | number
  cause?: LoggedError
}

/**
 * Type, message, code, stack and causes of an error, and nothing else: drivers attach row values (`detail`), queries and sockets to their
 * errors, which must not be logged.
 */
function describeError(error: unknown, causesLeft = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: undefined }
  const described: LoggedError = { type: error.name, message: error.message, stack: error.stack }
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string' || typeof code === 'number') described.code = code
  if (error.cause !== undefined && causesLeft > 0) described.cause = describeError(error.cause, causesLeft - 1)
  return described
}

/** JSON lines with ISO timestamps; errors under `err` (see describeError). */
export function createLogger(options: LoggerOptions): Logger {
  const settings = {
    level: options.level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describeError(error), error: (error: unknown) => describeError(error) },
  }
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination)
}

/**
 * From now on, SIGUSR2 switches the logger between its level and `debug` (`info` if its level is `debug` or below). Calls `onSwitched` with
 * each new level.
 */
export function switchLevelOnSignal(log: Logger, onSwitched?: (level: string) => void): void {
  const own = log.level
  const other = log.isLevelEnabled('debug') ? 'info' : 'debug'
  process.on('SIGUSR2', () => {
    const level = log.level === own ? other : own
    log.level = level
    log.warn({ level }, 'the log level was changed')
    onSwitched?.(level)
  })
}
