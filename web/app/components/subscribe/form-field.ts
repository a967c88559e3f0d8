/** An option of a list. */
export interface Option {
  readonly value: string
  readonly text: string
}

/** A text field of a form; undefined if the form has none of that name. */
export function textIn(form: FormData | undefined, name: string): string | undefined {
  const value = form?.get(name)
  return typeof value === 'string' ? value : undefined
}
