import { type AppError, buildInvalidFieldError } from '../../../errors.ts'
import type { Position } from '../../db/keyset.ts'

/** Encodes where a page ended as a cursor that is opaque to the caller. It is valid only for a list in this `order`. */
export function encodeCursor({ value, id }: Position, order: string): string {
  return Buffer.from(JSON.stringify([order, value, id])).toString('base64url')
}

/** @throws AppError `invalid_request` for a malformed cursor or one of another order */
export function decodeCursor(cursor: string, order: string): Position {
  const [of, value, id] = parsed(cursor)
  if (of !== order || !isKey(value) || !isKey(id)) throw buildWrongCursorError()
  return { value, id }
}

/** The `invalid_request` for a cursor that does not fit the list. */
export function buildWrongCursorError(): AppError {
  return buildInvalidFieldError('cursor', 'is not a nextCursor of this list and sort order')
}

function parsed(cursor: string): unknown[] {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function isKey(value: unknown): value is string | number {
  return (typeof value === 'string' && !value.includes('\u0000')) || (typeof value === 'number' && Number.isFinite(value))
}
