import { useForm, type UseFormInput } from '@mantine/form'
import { useState } from 'react'
import type { ApiFailure } from '../../api/ask.ts'
import { type ActionOptions, useAction } from './api.tsx'
import { getFieldErrors } from './notes.tsx'

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
      Object.entries(getFieldErrors(failure)).flatMap(([path, text]) =>
        path.startsWith(prefix) ? [[path.slice(prefix.length), text]] : [],
      ),
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

interface DialogOptions<Output> extends Omit<FormOptions<Output>, 'isQuiet'> {
  /** Forgets what was typed when it is closed: no password may stay behind in an unattended browser. */
  readonly isSecret?: boolean
}

/**
 * A form in a dialog of its own: `open` opens it, and `modal` goes to its `FormModal`, which closes once the API has accepted it and otherwise says why
 * not. It starts from the initial values of that moment, or from what was typed before it was closed.
 */
export function useFormDialog<Values extends Record<string, unknown>, Output>(
  input: UseFormInput<Values> & { readonly initialValues: Values },
  send: (values: Values) => Promise<Output>,
  { isSecret = false, onDone, ...options }: DialogOptions<Output> = {},
) {
  const [isOpen, setOpen] = useState(false)
  const { form, field, isBusy, failure, onSubmit, forget } = useApiForm(input, send, {
    ...options,
    isQuiet: true,
    async onDone(output) {
      setOpen(false)
      form.reset()
      await onDone?.(output)
    },
  })
  const open = () => {
    if (!form.isDirty()) {
      form.setInitialValues(input.initialValues)
      form.reset()
    }
    setOpen(true)
  }
  const onClose = () => {
    setOpen(false)
    forget()
    if (isSecret) form.reset()
  }
  return { form, field, open, modal: { isOpen, isBusy, failure, onSubmit, onClose } }
}
