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

/** The values of a parameter as an address has them; `string` where it is open. */
type ParameterValue<P extends ListPath, Name> = Name extends keyof ListQuery<P>
  ? `${Extract<ListQuery<P>[Name], string | number | boolean>}`
  : never
type OptionValue<Options> = Options extends readonly (infer Option)[] ? (Option extends Choice ? Option['value'] : Option) : keyof Options
type Difference<A, B> = Exclude<A, B> | Exclude<B, A>

/** A filter, or what is wrong with it: a parameter that the API does not have, values that it lacks or has besides. */
type CheckedFilter<P extends ListPath, F extends Filter> = string extends F['name']
  ? F
  : F['name'] extends keyof ListQuery<P>
    ? F extends ChoiceFilter
      ? string extends ParameterValue<P, F['name']>
        ? F
        : [Difference<ParameterValue<P, F['name']>, OptionValue<F['options']>>] extends [never]
          ? F
          : { readonly wrong: Difference<ParameterValue<P, F['name']>, OptionValue<F['options']>> }
      : F
    : { readonly name: keyof ListQuery<P> }

/** Filters of a list, with all values that the API's document has for each parameter. */
export function defineFilters<P extends ListPath>() {
  return <const F extends readonly Filter[]>(...filters: F & { readonly [I in keyof F]: CheckedFilter<P, F[I]> }): readonly Filter[] =>
    filters
}

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
