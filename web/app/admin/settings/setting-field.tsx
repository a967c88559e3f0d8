import { Button, NumberInput, type NumberInputProps, SegmentedControl, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Status, Time } from '../kit/display.tsx'
import { formatIdentifier } from '../kit/words.ts'
import styles from './setting-field.module.css'
import { getSettingId } from './themes.ts'
import {
  type Bounds,
  describeSettingBounds,
  type Change,
  formatSettingLabel,
  parseTypedNumber,
  toUnit,
  type DisplayUnit,
  getDisplayUnit,
  type Value,
  formatSettingValue,
} from './unit.ts'

interface Props {
  readonly name: string
  readonly bounds: Bounds
  readonly value: Value
  readonly fallback: Value
  readonly isDrafted: boolean
  readonly isReadOnly: boolean
  readonly error: string | undefined
  /** Newest first. */
  readonly history: readonly Change[]
  onChange(value: Value): void
}

/** One setting: its meaning, value and bounds, and a reset to its default. */
export function SettingField({ name, bounds, value, fallback, isDrafted, isReadOnly, error, history, onChange }: Props) {
  const id = getSettingId(name)
  const isChanged = value !== fallback
  const limits = describeSettingBounds(name, bounds)
  return (
    <div className={styles.field}>
      <div>
        <div className={styles.label}>
          <label htmlFor={id} id={`${id}-label`}>
            {formatSettingLabel(name)}
          </label>
          {isDrafted ? <Status tone="busy">Unsaved</Status> : isChanged && <Status tone="notice">Changed</Status>}
        </div>
        <p className={styles.meaning} id={`${id}-meaning`}>
          <WithCode text={bounds.meaning.replace(', in milliseconds', '')} />
        </p>
        <History {...{ name, history, value, isReadOnly, onChange }} />
      </div>
      <div>
        <Control id={id} {...{ name, bounds, value, isReadOnly, error, onChange }} />
        <div className={styles.foot}>
          <span>
            Default: {formatSettingValue(name, fallback)}
            {limits !== '' && ` · ${limits}`}
          </span>
          {isChanged && !isReadOnly && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onChange(fallback)}
              aria-label={`Reset to default: ${formatSettingLabel(name)}`}
            >
              Reset to default
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

const SHOWN_CHANGES = 5

/** Who changed it when, and what it was before, which can be put back. */
function History({ name, history, value, isReadOnly, onChange }: Pick<Props, 'name' | 'history' | 'value' | 'isReadOnly' | 'onChange'>) {
  const [last] = history
  if (last === undefined) return null
  return (
    <details className={styles.history}>
      <summary>
        Changed by {last.actor} <Time at={last.at} />, before: {formatSettingValue(name, last.before)}
      </summary>
      <ul>
        {history.slice(0, SHOWN_CHANGES).map(({ at, actor, before, after }) => (
          <li key={at}>
            <span>
              {formatSettingValue(name, before)} → {formatSettingValue(name, after)}
              <br />
              <Time at={at} absolute />, {actor}
            </span>
            {before !== value && !isReadOnly && (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => onChange(before)}
                aria-label={`Restore ${formatSettingValue(name, before)}: ${formatSettingLabel(name)}`}
              >
                Restore {formatSettingValue(name, before)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Control({
  id,
  name,
  bounds,
  value,
  isReadOnly,
  error,
  onChange,
}: Omit<Props, 'fallback' | 'isDrafted' | 'history'> & { readonly id: string }) {
  const shared = { id, error, 'aria-describedby': `${id}-meaning` }
  const unit = getDisplayUnit(name)
  if (bounds.choices !== undefined) {
    return (
      <SegmentedControl
        id={id}
        tabIndex={-1}
        fullWidth
        aria-labelledby={`${id}-label`}
        disabled={isReadOnly}
        value={String(value)}
        onChange={(chosen) => onChange(bounds.type === 'string' ? chosen : Number(chosen))}
        data={bounds.choices.map((choice) => ({ value: String(choice), label: formatIdentifier(String(choice)) }))}
      />
    )
  }
  if (bounds.type === 'string') {
    return (
      <TextInput
        {...shared}
        readOnly={isReadOnly}
        value={value ?? ''}
        maxLength={bounds.maxLength ?? 200}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' && bounds.mayBeNull ? null : currentTarget.value)}
      />
    )
  }
  return (
    <NumberField
      {...shared}
      readOnly={isReadOnly}
      value={value}
      unit={unit}
      thousandSeparator=","
      decimalScale={bounds.type === 'integer' && unit.factor === 1 ? 0 : 4}
      clampBehavior="none"
      hideControls={isReadOnly}
      step={unit.factor === 100 ? 5 : 1}
      onChange={(number) => onChange(number === '' && bounds.mayBeNull ? null : number)}
    />
  )
}

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  readonly value: Value
  readonly unit: DisplayUnit
  onChange(value: number | ''): void
}

/** A number in display units. Keeps the text as typed: `12.` may be followed by decimals. */
function NumberField({ value, unit, onChange, ...others }: NumberFieldProps) {
  const [typed, setTyped] = useState<number | string>('')
  const current = typeof value === 'number' ? value : ''
  const shown = parseTypedNumber(typed, unit) === current ? typed : current === '' ? '' : toUnit(current, unit)
  return (
    <NumberInput
      {...others}
      suffix={unit.suffix}
      value={shown}
      onChange={(given) => {
        setTyped(given)
        onChange(parseTypedNumber(given, unit))
      }}
    />
  )
}

/** Shows text between backticks as code. */
export function WithCode({ text }: { readonly text: string }): ReactNode {
  return text.split(/(`[^`]+`)/).map((part) => (part.startsWith('`') ? <code key={part}>{part.slice(1, -1)}</code> : part))
}
