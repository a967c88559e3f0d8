import type { ReactNode } from 'react'
import type { Answer } from '../../../api/ask.ts'
import type { Paths } from '../../../api/paths.ts'

interface ListShape {
  items: unknown[]
  total: number
  nextCursor: string | null
}

/** The paths of the API that answer with a list. */
export type ListPath = {
  [P in keyof Paths]: Paths[P] extends { get: { answer: infer A } } ? (A extends ListShape ? P : never) : never
}[keyof Paths]

/** One page of a list, with what it tells besides on the first page. */
export type ListAnswer<P extends ListPath> = Answer<'get', P> & ListShape
export type ListItem<P extends ListPath> = ListAnswer<P>['items'][number]
type ListQuery<P extends ListPath> = Paths[P] extends { get: { query: infer Q } } ? Q : never
/** What a list can be sorted by, without the direction. */
export type SortName<P extends ListPath> = Extract<ListQuery<P> extends { sort?: infer S } ? Exclude<S, `-${string}`> : never, string>

export interface Column<Item, Sort extends string = string> {
  readonly head: string
  readonly cell: (item: Item) => ReactNode
  /** Name in the API, where the list can be sorted by it. */
  readonly sort?: Sort
  /** First the other way round: newest or most first. */
  readonly isDescendingFirst?: boolean
  readonly align?: 'right'
  /** Stays on one line: times, coordinates. */
  readonly isNarrow?: boolean
  /** Left out on a phone, where each row is a card. */
  readonly isMinor?: boolean
}

interface FilterBase {
  /** Name of the API's parameter. */
  readonly name: string
  readonly label: string
}
export interface ChoiceFilter extends FilterBase {
  readonly kind?: 'choice'
  readonly options: readonly (string | { readonly value: string; readonly label: string })[]
}
export interface TextFilter extends FilterBase {
  readonly kind: 'text'
  readonly placeholder?: string
}
/** A day; the API is given its beginning, or with `isEnd` its end, in the reader's zone or with `isUtc` in UTC. */
export interface DayFilter extends FilterBase {
  readonly kind: 'day'
  readonly isEnd?: boolean
  /** Of lists that count by UTC days. */
  readonly isUtc?: boolean
}
export type Filter = ChoiceFilter | TextFilter | DayFilter

/** Nearly all lists can be narrowed to a period. */
export const PERIOD: readonly DayFilter[] = [
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'Until', isEnd: true },
]

/** The same of lists that count by UTC days. */
export const UTC_PERIOD: readonly DayFilter[] = PERIOD.map((filter) => ({ ...filter, isUtc: true }))

/** Of lists of mail, for editors: who may not see addresses may not look for them either. */
export const WHOLE_ADDRESS: TextFilter = { kind: 'text', name: 'email', label: 'Exact address', placeholder: 'ada@example.org' }

/** For what stands beside the list: actions, details, totals. */
export interface ListHandle<Item> {
  reload(): Promise<void>
  /** Shows a changed item at once. */
  replace(item: Item): void
  close(): void
}
