import { useForm, type UseFormInput } from '@mantine/form'
import type { ApiFailure } from '../../api/ask.ts'
import { type ActionOptions, useAction } from './api.tsx'
import { fieldErrors } from './notes.tsx'

interface FormOptions<Output> extends ActionOptions<Output> {
  /** The API's path of the fields, such as `settings.`. */
  readonly prefix?: string
}

/**
 * A form of @mantine/form that `send` submits (`useAction`). Fields show the API's errors about them; `failure` is what no field shows.
 */
export function useApiForm<Values extends Record<string, unknown>, Output>(
  input: UseFormInput<Values>,
  send: (values: Values) => Promise<Output>,
  { prefix = '', ...options }: FormOptions<Output> = {},
) {
  const form = useForm<Values>(input)
  const errorsOf = (failure: ApiFailure | undefined) =>
    Object.fromEntries(
      Object.entries(fieldErrors(failure)).flatMap(([path, text]) => (path.startsWith(prefix) ? [[path.slice(prefix.length), text]] : [])),
    )
  const { run, isBusy, failure, forget } = useAction(send, { ...options, onFailure: (failed) => form.setErrors(errorsOf(failed)) })
  return {
    form,
    /** Attributes of a field. */
    field: form.getInputProps,
    isBusy,
    failure: Object.keys(errorsOf(failure)).some((name) => name in form.values) ? undefined : failure,
    onSubmit: form.onSubmit((values) => void run(values)),
    /** Forgets the errors, not the input. */
    forget() {
      form.clearErrors()
      forget()
    },
  }
}
