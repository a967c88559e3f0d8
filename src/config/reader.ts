import type { Variable } from './variables/variable.ts'

/** The environment: names to values, as process.env is. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Why a value is invalid. The message follows the variable's name and never quotes the value, which may be a secret. */
export class Fault extends Error {}

export type Reader<Name extends string> = ReturnType<typeof createReader<Name>>

/** Reads the documented variables and collects every fault instead of stopping at the first. */
export function createReader<Name extends string>(environment: Environment, variables: Readonly<Record<Name, Variable>>) {
  const faults: string[] = []

  function text(name: Name): string | null {
    const value = environment[name]
    return value === undefined || value === '' ? variables[name].default : value
  }

  function fault(name: Name, message: string): void {
    faults.push(`${name} ${message}`)
  }

  function optional<T>(name: Name, parse: (text: string) => T): T | null {
    const value = text(name)
    if (value === null) return null
    try {
      return parse(value)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      fault(name, error.message)
      return null
    }
  }

  return {
    /** The value or, when unset or empty, the documented default; null when there is neither. */
    text,
    /**
     * The parsed value; null when there is none. When `parse` throws a Fault, the fault is recorded and null returned: the configuration as a
     * whole is rejected anyway.
     */
    optional,
    /** The same for a variable whose default guarantees a value. */
    required<T>(name: Name, parse: (text: string) => T): T {
      return optional(name, parse) ?? parse(variables[name].default ?? '')
    },
    fault,
    faults,
  }
}
