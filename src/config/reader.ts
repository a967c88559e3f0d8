import { type Variable, type VariableName, VARIABLES } from './variables.ts'

/** The environment: names to values, as process.env is. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Why a value is invalid. The message follows the variable's name and never quotes the value, which may be a secret. */
export class Fault extends Error {}

export type Reader = ReturnType<typeof createReader>

/** Reads the documented variables and collects every fault instead of stopping at the first. */
export function createReader(environment: Environment) {
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
    /** The value or, when unset or empty, the documented default; null when there is neither. */
    text,
    /**
     * The parsed value; null when there is none. When `parse` throws a Fault, the fault is recorded and null returned: the configuration as a
     * whole is rejected anyway.
     */
    optional,
    /** The same for a variable whose default guarantees a value. */
    required<T>(name: VariableName, parse: (text: string) => T): T {
      return optional(name, parse) ?? parse(VARIABLES[name].default ?? '')
    },
    fault,
    faults,
  }
}
