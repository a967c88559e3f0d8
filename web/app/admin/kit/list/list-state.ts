import { useCallback, useMemo } from 'react'
import { type NavigateOptions, useLocation } from 'react-router'
import { DAY_MS } from '../../../../../src/time.ts'
import { useAddressParams } from '../params.ts'
import { findLocalInstant, OFFICE_ZONE } from '../zone.ts'
import type { DayFilter, Filter } from './types.ts'

export interface ListState {
  readonly q: string
  readonly sort: string
  readonly cursor: string | null
  readonly limit: number
  /** Values of the active filters. */
  readonly filters: Readonly<Record<string, string>>
  /** Key of the item with open details. */
  readonly open: string | null
  /** Cursors of the previous pages, if known. */
  readonly before: readonly string[]
}

export interface ListMoves {
  search(q: string): void
  sortBy(sort: string): void
  filter(name: string, value: string | null): void
  clear(): void
  size(limit: number): void
  next(cursor: string): void
  previous(): void
  open(key: string | null): void
}

const DEFAULT_LIMIT = 50

/** A list's state in the address: it can be linked to, and the browser's back button works. */
export function useListState(filters: readonly Filter[], defaultSort: string): readonly [ListState, ListMoves] {
  const [params, changeParams] = useAddressParams()
  const { state: stored } = useLocation()
  const before = useMemo(() => beforeIn(stored), [stored])

  const state = useMemo<ListState>(
    () => ({
      q: params.get('q') ?? '',
      sort: params.get('sort') ?? defaultSort,
      cursor: params.get('cursor'),
      limit: Number(params.get('limit')) || DEFAULT_LIMIT,
      filters: Object.fromEntries(
        filters.flatMap(({ name }) => {
          const value = params.get(name)
          return value === null || value === '' ? [] : [[name, value]]
        }),
      ),
      open: params.get('open'),
      before,
    }),
    [params, filters, defaultSort, before],
  )

  const change = useCallback(
    (changes: Readonly<Record<string, string | null>>, options?: NavigateOptions) =>
      changeParams(changes, { preventScrollReset: true, ...options }),
    [changeParams],
  )

  const moves = useMemo<ListMoves>(() => {
    const fromStart = { cursor: null, open: null }
    return {
      // Takes effect after a pause, in which a row may have been opened.
      search: (q) => change({ q, cursor: null }, { replace: true }),
      sortBy: (sort) => change({ sort: sort === defaultSort ? null : sort, ...fromStart }, { replace: true }),
      filter: (name, value) => change({ [name]: value, ...fromStart }, { replace: true }),
      clear: () => change({ q: null, ...fromStart, ...Object.fromEntries(filters.map(({ name }) => [name, null])) }, { replace: true }),
      size: (limit) => change({ limit: limit === DEFAULT_LIMIT ? null : String(limit), ...fromStart }, { replace: true }),
      next: (cursor) => change({ cursor, open: null }, { state: { before: [...before, params.get('cursor') ?? ''] } }),
      previous: () => {
        const last = before.at(-1)
        // A link into the middle of a list does not tell the page before it.
        if (last === undefined) change({ ...fromStart })
        else change({ cursor: last, open: null }, { state: { before: before.slice(0, -1) } })
      },
      open: (key) => change({ open: key }, { replace: true, state: { before } }),
    }
  }, [change, defaultSort, filters, before, params])
  return [state, moves]
}

function beforeIn(stored: unknown): readonly string[] {
  const before = (stored as { before?: unknown } | null)?.before
  return Array.isArray(before) ? before.filter((each) => typeof each === 'string') : []
}

/** The API's query parameters for a list state. */
export function buildListQuery(state: ListState, filters: readonly Filter[]): Record<string, string> {
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
export function buildCsvAddress(path: string, state: ListState, filters: readonly Filter[]): string {
  const { limit: _, cursor: __, ...query } = buildListQuery(state, filters)
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
  const first = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(first)) return null
  const midnight = new Date(first + (isEnd ? DAY_MS : 0)).toISOString().slice(0, 19)
  return new Date(findLocalInstant(midnight, isUtc ? 'UTC' : OFFICE_ZONE)).toISOString()
}
