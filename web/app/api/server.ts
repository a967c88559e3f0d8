import { data } from 'react-router'
import { visitContext, type Context } from '../visit/context.ts'
import { type Api, ApiFailure, createApi } from './ask.ts'

/** The API for a loader or an action: called in-process, on behalf of the visitor. */
export function createVisitApi(context: Context): Api {
  const visit = context.get(visitContext)
  return createApi((request) => visit.ask(request))
}

/** The form of an action. A body that is not a form is a bad request, not a defect of ours. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw data({ code: 'invalid_request' }, { status: 400 })
  }
}

/** For loaders: converts a refusal of the API to the error page with the same status; `throw pageFailure(error)`. */
export function toPageFailure(error: unknown): unknown {
  if (!(error instanceof ApiFailure)) return error
  const headers = error.retryAfterSeconds === null ? {} : { 'retry-after': String(error.retryAfterSeconds) }
  return data({ code: error.code }, { status: error.status, headers })
}
