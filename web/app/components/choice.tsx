import type { ChangeEventHandler } from 'react'

/** The value of an option, and its text. */
export type Option = readonly [value: string, text: string]

interface ChoiceOf {
  /** Also its id. */
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange?: ChangeEventHandler<HTMLSelectElement>
}

/** A labelled list of options, one of which is chosen. */
export function Choice({ name, label, value, options, onChange }: ChoiceOf) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value} onChange={onChange}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
