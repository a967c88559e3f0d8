import type { WireAnswer, WireRequest } from './wire.ts'
import type { World } from './world.ts'

/** A part of a service that is called, counted and disturbed on its own. */
export interface Product {
  /** `openweather/onecall`: the provider before the slash. */
  readonly id: string
  /** How its paths are summed up in the call counts. */
  readonly template: string
  matches(path: string): boolean
  answer(world: World, request: WireRequest): WireAnswer
}
