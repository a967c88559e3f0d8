import { json, type WireAnswer } from '../wire.ts'

/** A refusal, thrown while reading a request. */
export class OmRefusal extends Error {
  readonly status: number

  constructor(reason: string, status = 400) {
    super(reason)
    this.status = status
  }
}

export function refusal(reason: string, status: number): WireAnswer {
  return json(status, { error: true, reason })
}

export const OM_MINUTELY_LIMIT = 'Minutely API request limit exceeded. Please try again in one minute.'
export const OM_OVERLOADED = 'The service is overloaded'
