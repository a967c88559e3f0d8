import type { Condition } from '@isobar/weather'

/** The codes of a service by the condition that they stand for, in the order of its documentation. */
export type CodesOf<Code> = { readonly [C in Condition]?: readonly Code[] }

/** The condition of each code; that of an unknown one, or of anything that is no code, is null. */
export function buildConditionLookup<Code>(codes: CodesOf<Code>): (code: unknown) => Condition | null {
  const byCode = new Map<unknown, Condition>(
    Object.entries(codes).flatMap(([condition, all]) => all.map((code) => [code, condition as Condition] as const)),
  )
  return (code) => byCode.get(code) ?? null
}
