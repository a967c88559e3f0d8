import { useId } from 'react'
import { Choice } from '../choice.tsx'
import type { EditorView, HazardView, TimeView } from './alert-editor.server.ts'
import styles from './subscribe.module.css'

type Fields = Readonly<Record<string, string>>

/** All alert preferences: hazards with their thresholds, severities, hours. */
export function AlertEditor({ view, fields }: { readonly view: EditorView; readonly fields: Fields }) {
  const { legend, official, hazards, choices, quiet, cancelled } = view
  return (
    <div className={styles.editor}>
      <fieldset className="when-whole">
        <legend>{legend}</legend>
        <Tick {...official} />
        <ul className={styles.plain}>
          {hazards
            .filter(({ limit }) => limit === null)
            .map(({ name, label, checked }) => (
              <li key={name}>
                <Tick name={name} label={label} checked={checked} />
              </li>
            ))}
        </ul>
        <ul className={styles.limited}>
          {hazards.map((hazard) => hazard.limit !== null && <Limited key={hazard.name} view={hazard} wrong={fields[hazard.limit.name]} />)}
        </ul>
      </fieldset>
      <div className={`when-whole ${styles.choices}`}>
        {choices.map((choice) => (
          <Choice key={choice.name} {...choice} />
        ))}
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

/** A hazard with a threshold: a number, or a level to choose. */
function Limited({ view: { name, label, checked, limit }, wrong }: { readonly view: HazardView; readonly wrong: string | undefined }) {
  const id = useId()
  return (
    <li>
      <div className={styles.row}>
        <Tick name={name} label={label} checked={checked} />
        {limit !== null &&
          (limit.options === null ? (
            <span className={styles.limit}>
              <input
                type="number"
                inputMode="decimal"
                name={limit.name}
                defaultValue={limit.value}
                min={limit.min}
                max={limit.max}
                step="any"
                aria-label={`${limit.label} (${limit.unit})`}
                onInput={wantIt}
                {...buildInvalidAttributes(wrong, id)}
              />
              <span className="soft small" aria-hidden="true">
                {limit.unit}
              </span>
            </span>
          ) : (
            <Choice {...limit} />
          ))}
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
