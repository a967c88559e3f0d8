/** The part of a structured logger (pino's shape) that the database layer writes to. */
export interface DatabaseLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
