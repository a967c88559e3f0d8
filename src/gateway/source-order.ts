import type { Cell, CellScope } from '@isobar/weather'
import { rememberLast } from '../platform/last-only.ts'
import { findScopeGroup, type Source } from './sources.ts'

/** A weather provider of the list in force. */
export interface Listed {
  readonly id: string
  /** Whether it is asked for the cell at all: outside its region and its coverage it is not. */
  covers(cell: Cell): boolean
}

/** Which providers are asked for the weather of a place, and in which order. */
export type Order<S extends Source> = ReturnType<typeof createOrder<S>>

/**
 * The order in force. `list` may return another list at any time, and the same one until it changes; an id without a source is left out.
 * `others` are the sources that do not deliver weather.
 */
export function createOrder<S extends Source>(list: () => readonly Listed[], weather: readonly S[], others: readonly S[]) {
  /** The weather sources of the list, each for the places where it is asked; and all sources. */
  const inForce = rememberLast((listed: readonly Listed[]) => {
    const sources = listed.flatMap(({ id, covers }) => {
      const source = weather.find((each) => each.id === id)
      return source === undefined ? [] : [{ ...source, covers: (cell: Cell) => covers(cell) && source.covers(cell) }]
    })
    return { sources, all: [...sources, ...others] }
  })
  const weatherInForce = (): readonly S[] => inForce(list()).sources

  return {
    weather: weatherInForce,
    /** The weather sources in their order, then the others; the same list until the order changes. */
    all: (): readonly S[] => inForce(list()).all,
    /** The first provider of the list for the cell, whether or not it can be called at present. Undefined where none is asked. */
    primaryAt(cell: Cell): S | undefined {
      const id = list().find(({ covers }) => covers(cell))?.id
      return weatherInForce().find((source) => source.id === id)
    },
    /** The source whose records of the scope people are shown without an admission. */
    firstOf: (scope: CellScope, cell: Cell): string | undefined =>
      weatherInForce().find((source) => findScopeGroup(source, scope) !== undefined && source.covers(cell))?.id,
  }
}
