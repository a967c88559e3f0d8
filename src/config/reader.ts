/** The environment: names to values, as process.env is. */
export type Environment = Readonly<Record<string, string | undefined>>

/** One documented environment variable. `.env.example` and docs/configuration.md are generated from these. */
export interface Variable {
  readonly group: string
  readonly type: string
  /** The value when unset or empty; null: none. */
  readonly default: string | null
  readonly meaning: string
  /** Describes a default that depends on something else. */
  readonly defaultNote?: string
  /** Never printed, not even when invalid. */
  readonly secret?: true
  /** Reads a value. @throws Fault */
  readonly parse: (text: string) => unknown
}

export type Variables = Readonly<Record<string, Variable>>

type ValueOf<V extends Variable> = ReturnType<V['parse']> | (V['default'] extends null ? null : never)

/** The values of variables by name; null: unset, and without a default. */
export type ValuesOf<Declared extends Variables> = { readonly [Name in keyof Declared]: ValueOf<Declared[Name]> }

/** Why a value is invalid. The message follows the variable's name and never quotes the value, which may be a secret. */
export class Fault extends Error {}

/** Reads the documented variables and collects every fault, by the variable's name, instead of stopping at the first. */
export function readVariables<Declared extends Variables>(environment: Environment, variables: Declared) {
  const faults: string[] = []

  function valueOf(name: string, { parse, default: fallback }: Variable): unknown {
    const text = environment[name] || fallback
    if (text === null) return null
    try {
      return parse(text)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      faults.push(`${name} ${error.message}`)
      // Whatever this is: the configuration as a whole is rejected.
      return fallback === null ? null : parse(fallback)
    }
  }

  const values = Object.entries(variables).map(([name, variable]) => [name, valueOf(name, variable)])
  return { values: Object.fromEntries(values) as ValuesOf<Declared>, faults }
}
