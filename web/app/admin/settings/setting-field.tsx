import { Button, NumberInput, type NumberInputProps, SegmentedControl, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Status } from '../kit/display.tsx'
import { spoken } from '../kit/words.ts'
import styles from './setting-field.module.css'
import { type Bounds, boundsText, labelOf, numberOf, toUnit, type DisplayUnit, unitOf, type Value, valueText } from './unit.ts'

interface Props {
  readonly name: string
  readonly bounds: Bounds
  readonly value: Value
  readonly fallback: Value
  readonly isDrafted: boolean
  readonly isReadOnly: boolean
  readonly error: string | undefined
  onChange(value: Value): void
}

/** One setting: its meaning, value and bounds, and a reset to its default. */
export function SettingField({ name, bounds, value, fallback, isDrafted, isReadOnly, error, onChange }: Props) {
  const id = useId()
  const isChanged = value !== fallback
  const limits = boundsText(name, bounds)
  return (
    <div className={styles.field}>
      <div>
        <div className={styles.label}>
          <label htmlFor={id} id={`${id}-label`}>
            {labelOf(name)}
          </label>
          {isDrafted ? <Status tone="busy">Unsaved</Status> : isChanged && <Status tone="notice">Changed</Status>}
        </div>
        <p className={styles.meaning} id={`${id}-meaning`}>
          <WithCode text={bounds.meaning.replace(', in milliseconds', '')} />
        </p>
      </div>
      <div>
        <Control id={id} {...{ name, bounds, value, isReadOnly, error, onChange }} />
        <div className={styles.foot}>
          <span>
            Default: {valueText(name, fallback)}
            {limits !== '' && ` · ${limits}`}
          </span>
          {isChanged && !isReadOnly && (
            <Button size="compact-xs" variant="subtle" onClick={() => onChange(fallback)} aria-label={`Reset to default: ${labelOf(name)}`}>
              Reset to default
            </Button>
          )}
        </div>
      </div>
    </div>
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
}: Omit<Props, 'fallback' | 'isDrafted'> & { readonly id: string }) {
  const shared = { id, error, 'aria-describedby': `${id}-meaning` }
  const unit = unitOf(name)
  if (bounds.choices !== undefined) {
    return (
      <SegmentedControl
        fullWidth
        aria-labelledby={`${id}-label`}
        disabled={isReadOnly}
        value={String(value)}
        onChange={(chosen) => onChange(bounds.type === 'string' ? chosen : Number(chosen))}
        data={bounds.choices.map((choice) => ({ value: String(choice), label: spoken(String(choice)) }))}
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
      onChange={onChange}
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
  const shown = numberOf(typed, unit) === current ? typed : current === '' ? '' : toUnit(current, unit)
  return (
    <NumberInput
      {...others}
      suffix={unit.suffix}
      value={shown}
      onChange={(given) => {
        setTyped(given)
        onChange(numberOf(given, unit))
      }}
    />
  )
}

/** Shows text between backticks as code. */
export function WithCode({ text }: { readonly text: string }): ReactNode {
  return text.split(/(`[^`]+`)/).map((part) => (part.startsWith('`') ? <code key={part}>{part.slice(1, -1)}</code> : part))
}
