import type { ListState } from './list-state.ts'
import type { DayFilter, Filter } from './types.ts'

/** The API's query parameters for a list state. */
export function listQuery(state: ListState, filters: readonly Filter[]): Record<string, string> {
  const { q, sort, cursor, limit } = state
  return {
    ...filterQuery(state, filters),
    ...(q === '' ? {} : { q }),
    sort,
    limit: String(limit),
    ...(cursor === null ? {} : { cursor }),
  }
}

/** The address of the list as CSV, which has no pages. */
export function csvAddress(path: string, state: ListState, filters: readonly Filter[]): string {
  const { limit: _, cursor: __, ...query } = listQuery(state, filters)
  return `${path}?${new URLSearchParams({ ...query, format: 'csv' })}`
}

function filterQuery({ filters: values }: ListState, filters: readonly Filter[]): Record<string, string> {
  return Object.fromEntries(
    filters.flatMap((filter) => {
      const value = values[filter.name]
      if (value === undefined) return []
      const sent = filter.kind === 'day' ? instantOf(value, filter) : value
      return sent === null ? [] : [[filter.name, sent]]
    }),
  )
}

/** The start of a day, or of the next one. Null for a text that is not a day. */
function instantOf(day: string, { isEnd = false, isUtc = false }: DayFilter): string | null {
  const at = new Date(`${day}T00:00:00${isUtc ? 'Z' : ''}`)
  if (Number.isNaN(at.getTime())) return null
  if (isEnd && isUtc) at.setUTCDate(at.getUTCDate() + 1)
  else if (isEnd) at.setDate(at.getDate() + 1)
  return at.toISOString()
}
