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

/** A product with one path. */
export const atPath = (id: string, path: string, answer: Product['answer']): Product => ({
  id,
  template: path,
  matches: (given) => given === path,
  answer,
})
