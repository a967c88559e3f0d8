import { useId } from 'react'
import { Choice, type ChoiceView } from '../choice.tsx'
import type { EditorView, HazardView, TimeView } from './alert-editor.server.ts'
import styles from './subscribe.module.css'

type Fields = Readonly<Record<string, string>>

/** All alert preferences: hazards with their thresholds, severities, hours. */
export function AlertEditor({ view, fields }: { readonly view: EditorView; readonly fields: Fields }) {
  const { legend, official, plain, limited, choices, quiet, cancelled } = view
  return (
    <div className={styles.editor}>
      <fieldset className="when-whole">
        <legend>{legend}</legend>
        <Tick {...official} />
        <ul className={styles.plain}>
          {plain.map((hazard) => (
            <li key={hazard.name}>
              <Tick {...hazard} />
            </li>
          ))}
        </ul>
        <ul className={styles.limited}>
          {limited.map((hazard) => (
            <Limited key={hazard.name} view={hazard} wrong={fields[hazard.limit]} />
          ))}
        </ul>
      </fieldset>
      <div className={`when-whole ${styles.choices}`}>
        <Choices of={choices} />
      </div>
      <fieldset>
        <legend>{quiet.legend}</legend>
        <div className={styles.row}>
          <Tick {...quiet.on} />
          <Time view={quiet.from} wrong={fields[quiet.from.name]} />
          <Time view={quiet.to} wrong={undefined} />
        </div>
        <Tick {...quiet.exceptExtreme} />
      </fieldset>
      <Tick {...cancelled} />
    </div>
  )
}

function Choices({ of }: { readonly of: readonly ChoiceView[] }) {
  return of.map((choice) => <Choice key={choice.name} {...choice} />)
}

/** A hazard with its limits: a number, or a level to choose, and a chance. */
function Limited({ view, wrong }: { readonly view: HazardView; readonly wrong: string | undefined }) {
  const id = useId()
  const { limit, number, choices } = view
  return (
    <li>
      <div className={styles.row}>
        <Tick {...view} />
        {number && (
          <span className={styles.limit}>
            <input
              type="number"
              inputMode="decimal"
              name={limit}
              defaultValue={number.value}
              min={number.min}
              max={number.max}
              step="any"
              aria-label={`${number.label} (${number.unit})`}
              onInput={wantIt}
              {...buildInvalidAttributes(wrong, id)}
            />
            <span className="soft small" aria-hidden="true">
              {number.unit}
            </span>
          </span>
        )}
        <Choices of={choices} />
      </div>
      <Wrong id={id} text={wrong} />
    </li>
  )
}

/** Whoever sets a limit wants to be warned of it. */
function wantIt({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  const tick = currentTarget.closest('li')?.querySelector('input')
  if (tick) tick.checked = true
}

function Tick({ name, label, checked }: { readonly name: string; readonly label: string; readonly checked: boolean }) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" name={name} defaultChecked={checked} />
      {label}
    </label>
  )
}

function Time({ view: { name, label, value }, wrong }: { readonly view: TimeView; readonly wrong: string | undefined }) {
  const id = useId()
  return (
    <span className={styles.limit}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="time" name={name} defaultValue={value} {...buildInvalidAttributes(wrong, `${id}-wrong`)} />
      <Wrong id={`${id}-wrong`} text={wrong} />
    </span>
  )
}

/** Attributes that tell screen readers what is wrong with a field. */
export function buildInvalidAttributes(text: string | undefined, describedBy: string) {
  return text === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': describedBy }
}

export function Wrong({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className={styles.wrong}>
      {text}
    </p>
  )
}
