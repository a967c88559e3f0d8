import type { WireAnswer, WireRequest } from './wire.ts'
import type { World } from './world.ts'

/** A part of a service with its own calls, counts and faults. */
export interface Product {
  /** `openweather/onecall`: the provider before the slash. */
  readonly id: string
  /** The form in which its paths are counted. */
  readonly template: string
  matches(path: string): boolean
  answer(world: World, request: WireRequest): WireAnswer
}
