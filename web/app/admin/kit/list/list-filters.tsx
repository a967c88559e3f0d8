import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useId, useState } from 'react'
import { Icon } from '../icon.tsx'
import { usePhone } from '../use-phone.ts'
import { formatIdentifier } from '../words.ts'
import type { ListMoves, ListState } from './list-state.ts'
import styles from './list.module.css'
import type { ChoiceFilter, Filter } from './types.ts'

const TYPING_MS = 300

interface ListFiltersProps {
  readonly state: ListState
  readonly moves: ListMoves
  readonly filters: readonly Filter[]
  /** What the search covers; undefined: no search. */
  readonly search: string | undefined
}

/** Further filters are collapsed. */
const SHOWN_FILTERS = 3

/** Search and filters above a list. */
export function ListFilters({ state, moves, filters, search }: ListFiltersProps) {
  const set = Object.keys(state.filters).length
  const isPhone = usePhone()
  const isFoldable = filters.length > (isPhone ? 0 : SHOWN_FILTERS)
  const [isUnfolded, setUnfolded] = useState(set > 0)
  const id = useId()
  const isShown = !isFoldable || isUnfolded
  const fields = filters.map((filter) => (
    <FilterField
      key={filter.name}
      filter={filter}
      value={state.filters[filter.name] ?? null}
      onChange={(value) => moves.filter(filter.name, value)}
    />
  ))
  if (search === undefined && filters.length === 0) return null
  return (
    <div role="search" aria-label="Filter the list" className={styles.filters}>
      <div className={styles.line}>
        {search === undefined ? null : <TypedField label="Search" placeholder={search} value={state.q} onChange={moves.search} isSearch />}
        {isFoldable ? (
          <Button
            variant="default"
            onClick={() => setUnfolded(!isUnfolded)}
            aria-expanded={isUnfolded}
            aria-controls={id}
            leftSection={<Icon name="filter" size={16} />}
          >
            {set === 0 ? 'Filters' : `Filters (${set})`}
          </Button>
        ) : (
          fields
        )}
        {state.q !== '' || set > 0 ? (
          <Button variant="subtle" onClick={moves.clear} leftSection={<Icon name="cross" size={16} />}>
            Clear filters
          </Button>
        ) : null}
      </div>
      {isFoldable ? (
        <div id={id} className={styles.line} hidden={!isShown}>
          {fields}
        </div>
      ) : null}
    </div>
  )
}

function FilterField({
  filter,
  value,
  onChange,
}: {
  readonly filter: Filter
  readonly value: string | null
  onChange(value: string | null): void
}) {
  if (filter.kind === 'text') {
    return <TypedField label={filter.label} placeholder={filter.placeholder} value={value ?? ''} onChange={onChange} />
  }
  if (filter.kind === 'day') {
    return (
      <TextInput
        type="date"
        label={filter.label}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={styles.narrow}
      />
    )
  }
  return (
    <Select
      label={filter.label}
      placeholder="All"
      data={choicesOf(filter.options)}
      value={value}
      onChange={onChange}
      clearable
      className={styles.narrow}
    />
  )
}

function choicesOf(options: ChoiceFilter['options']) {
  if (!isList(options)) return Object.entries(options).map(([value, label]) => ({ value, label }))
  return options.map((option) => (typeof option === 'string' ? { value: option, label: formatIdentifier(option) } : option))
}

/** `Array.isArray` does not narrow read-only lists. */
const isList = <T,>(value: readonly T[] | object): value is readonly T[] => Array.isArray(value)

interface TypedFieldProps {
  readonly label: string
  readonly placeholder: string | undefined
  readonly value: string
  readonly isSearch?: boolean
  onChange(value: string): void
}

/** A text field that takes effect shortly after the last keystroke. */
export function TypedField({ label, placeholder, value, isSearch = false, onChange }: TypedFieldProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  const send = (typed: string) => {
    setSent(typed)
    onChange(typed)
  }
  const later = useDebouncedCallback(send, TYPING_MS)
  if (value !== known) {
    setKnown(value)
    // Changed from outside, by the back button or by clearing. Newer typing here is kept.
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }
  return (
    <TextInput
      label={label}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(isSearch
        ? { leftSection: <Icon name="search" size={16} />, type: 'search', className: styles.search }
        : { className: styles.narrow })}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        later(event.currentTarget.value)
      }}
      rightSection={
        text === '' ? null : (
          <Group>
            <ActionIcon
              variant="transparent"
              color="gray"
              aria-label={`Clear: ${label}`}
              onClick={() => {
                later.cancel()
                setText('')
                send('')
              }}
            >
              <Icon name="cross" size={14} />
            </ActionIcon>
          </Group>
        )
      }
    />
  )
}
