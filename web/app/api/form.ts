import { data } from 'react-router'

/** The form of an action. What is none is a faulty request, not a defect of ours. */
export async function formOf(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw data({ code: 'invalid_request' }, { status: 400 })
  }
}
