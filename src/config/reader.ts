import { type Variable, type VariableName, VARIABLES } from './variables.ts'

/** The environment: names to values, as process.env is. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Why a value is wrong. The text follows the variable's name and never quotes the value, which may be a secret. */
export class Fault extends Error {}

export interface Reader {
  /** The value or, where it is unset or empty, the documented default; null where there is neither. */
  text(name: VariableName): string | null
  /**
   * The parsed value, null where there is none. A value that `parse` throws a Fault for is reported, and null stands in for it: the
   * configuration as a whole is refused anyway.
   */
  optional<T>(name: VariableName, parse: (text: string) => T): T | null
  /** The same for a variable whose default makes sure that there is a value. */
  required<T>(name: VariableName, parse: (text: string) => T): T
  fault(name: VariableName, message: string): void
  readonly faults: readonly string[]
}

export function createReader(environment: Environment): Reader {
  const faults: string[] = []

  function text(name: VariableName): string | null {
    const value = environment[name]
    const variable: Variable = VARIABLES[name]
    return value === undefined || value === '' ? variable.default : value
  }

  function fault(name: VariableName, message: string): void {
    faults.push(`${name} ${message}`)
  }

  function optional<T>(name: VariableName, parse: (text: string) => T): T | null {
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
    text,
    optional,
    required<T>(name: VariableName, parse: (text: string) => T): T {
      return optional(name, parse) ?? parse(VARIABLES[name].default ?? '')
    },
    fault,
    faults,
  }
}
