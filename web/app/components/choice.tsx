import { type ChangeEventHandler, useId } from 'react'

/** The value of an option, and its text. */
export type Option = readonly [value: string, text: string]

export interface ChoiceView {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
}

/** A labelled list of options, one of which is chosen. */
export function Choice({
  name,
  label,
  value,
  options,
  onChange,
}: ChoiceView & { readonly onChange?: ChangeEventHandler<HTMLSelectElement> }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value} onChange={onChange}>
        <Options options={options} />
      </select>
    </div>
  )
}

export function Options({ options }: Pick<ChoiceView, 'options'>) {
  return options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
}
