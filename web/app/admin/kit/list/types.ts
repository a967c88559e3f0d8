import type { ReactNode } from 'react'
import type { Answer } from '../../../api/ask.ts'
import type { Paths } from '../../../api/paths.ts'

interface ListShape {
  items: unknown[]
  total: number
  nextCursor: string | null
}

/** The API paths that answer with a list. */
export type ListPath = {
  [P in keyof Paths]: Paths[P] extends { get: { answer: infer A } } ? (A extends ListShape ? P : never) : never
}[keyof Paths]

/** One page of a list; the first page has additional fields. */
export type ListAnswer<P extends ListPath> = Answer<'get', P> & ListShape
export type ListItem<P extends ListPath> = ListAnswer<P>['items'][number]
type ListQuery<P extends ListPath> = Paths[P] extends { get: { query: infer Q } } ? Q : never
/** A list's sort keys, without the direction. */
export type SortName<P extends ListPath> = Extract<ListQuery<P> extends { sort?: infer S } ? Exclude<S, `-${string}`> : never, string>

export interface Column<Item, Sort extends string = string> {
  readonly head: string
  readonly cell: (item: Item) => ReactNode
  /** The API's sort key, if the list can be sorted by this column. */
  readonly sort?: Sort
  /** Sorts descending first: newest or most first. */
  readonly isDescendingFirst?: boolean
  readonly align?: 'right'
  /** Never wraps: times, coordinates. */
  readonly isNarrow?: boolean
  /** Hidden on phones, where each row is a card. */
  readonly isMinor?: boolean
}

interface FilterBase {
  /** The API parameter. */
  readonly name: string
  readonly label: string
}
interface Choice {
  readonly value: string
  readonly label: string
}
export interface ChoiceFilter extends FilterBase {
  readonly kind?: 'choice'
  /** Values with or without labels, or the label of each value. */
  readonly options: readonly (string | Choice)[] | Readonly<Record<string, string>>
}
export interface TextFilter extends FilterBase {
  readonly kind: 'text'
  readonly placeholder?: string
}
/** A day; the API gets its start, or with `isEnd` its end, in the zone of the office or with `isUtc` in UTC. */
export interface DayFilter extends FilterBase {
  readonly kind: 'day'
  readonly isEnd?: boolean
  /** For lists that count by UTC day. */
  readonly isUtc?: boolean
}
export type Filter = ChoiceFilter | TextFilter | DayFilter

/** A period, which nearly all lists can be filtered by. */
export const PERIOD: readonly DayFilter[] = [
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'Until', isEnd: true },
]

/** A period in UTC days. */
export const UTC_PERIOD: readonly DayFilter[] = PERIOD.map((filter) => ({ ...filter, isUtc: true }))

/** For mail lists, for editors only: users who cannot see addresses must not be able to search for parts of them. */
export const WHOLE_ADDRESS: TextFilter = { kind: 'text', name: 'email', label: 'Exact address', placeholder: 'ada@example.org' }

/** The list for components around it: actions, details, totals. */
export interface ListHandle<Item> {
  reload(): Promise<void>
  /** Shows a changed item without reloading. */
  replace(item: Item): Promise<void>
  close(): void
}
