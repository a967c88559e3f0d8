import { ActionIcon, CopyButton, Paper, Skeleton, Stack, Text, TextInput, type TextProps, ThemeIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './display.module.css'
import { Icon, type IconName } from './icon.tsx'
import { formatRelativeTime, formatMediumTime, formatExactTime } from './words.ts'

/** Secondary text. */
export function Soft(props: TextProps & { readonly children?: ReactNode; readonly role?: string }) {
  return <Text size="sm" c="dimmed" {...props} />
}

/** A key figure with its label. */
export function Figure({ label, value, note }: { readonly label: string; readonly value: ReactNode; readonly note?: ReactNode }) {
  return (
    <Paper p="md" radius="lg" shadow="xs">
      <Soft>{label}</Soft>
      {value === undefined ? (
        <Skeleton height={28} width="60%" mt={6} />
      ) : (
        <Text fz={26} fw={650} lh={1.3}>
          {value}
        </Text>
      )}
      {note === undefined ? null : <Soft size="xs">{note}</Soft>}
    </Paper>
  )
}

interface FactsProps {
  readonly facts: Readonly<Record<string, ReactNode>>
  /** With the values at the end of the line, below a figure. */
  readonly isCompact?: boolean
}

/** Names and values, as in a row's details. Null and undefined are shown as a dash. */
export function Facts({ facts, isCompact = false }: FactsProps) {
  return (
    <dl className={styles.facts} data-compact={isCompact || undefined}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

export type Tone = 'good' | 'notice' | 'bad' | 'busy' | 'quiet'

/** A state in one word; the colour is additional. */
export function Status({ tone, children }: { readonly tone: Tone; readonly children: React.ReactNode }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  )
}

/** A relative time, `3 hours ago`, with the exact one as a tooltip. Null: a dash, or `none`. */
export function Time({
  at,
  none = '–',
  absolute = false,
}: {
  readonly at: string | null | undefined
  readonly none?: string
  readonly absolute?: boolean
}) {
  if (at === null || at === undefined)
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    )
  return (
    <time dateTime={at} title={formatExactTime(at)}>
      {absolute ? formatMediumTime(at) : formatRelativeTime(at)}
    </time>
  )
}

/** A short list with dividers; takes `li` elements. */
export function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  )
}

/** Shown instead of an empty list or chart. */
export function EmptyState({
  icon = 'search',
  title,
  children,
}: {
  readonly icon?: IconName
  readonly title: string
  readonly children?: ReactNode
}) {
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      <ThemeIcon variant="default" size={48} radius="xl" aria-hidden="true">
        <Icon name={icon} size={22} />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {children === undefined ? null : <Soft maw="28rem">{children}</Soft>}
    </Stack>
  )
}

/** Shown instead of a table or chart for a period without data. */
export function NoData({ children = 'No data for this period', ...props }: TextProps & { readonly children?: ReactNode }) {
  return <Soft {...props}>{children}</Soft>
}

/** A value to copy, such as a link or a secret. */
export function CopyField({
  label,
  value,
  description,
}: {
  readonly label: string
  readonly value: string
  readonly description?: string
}) {
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      {...(description === undefined ? {} : { description })}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? 'Copied' : 'Copy'}>
              <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={copied ? `${label}: copied` : `Copy ${label}`}>
                <Icon name={copied ? 'check' : 'copy'} size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      }
    />
  )
}
