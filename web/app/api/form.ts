import { data } from 'react-router'

/** The form of an action. A body that is not a form is a bad request, not a defect of ours. */
export async function formOf(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw data({ code: 'invalid_request' }, { status: 400 })
  }
}
