/** A request that Open-Meteo's API refuses with 400, in its words; they are part of the interface, since clients show and search them. */
export class Refusal extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Refusal'
  }
}

/** A value that is not one of a parameter's. `type` is the name that their server has for the parameter's values. */
export function invalidValue(type: string, value: string, parameter: string): Refusal {
  return new Refusal(`Cannot initialize ${type} from invalid String value ${value} for key ${parameter}`)
}

/** The error body of all their APIs. */
export function refusalBody(reason: string): { readonly error: true; readonly reason: string } {
  return { error: true, reason }
}
