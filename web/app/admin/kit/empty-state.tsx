import { Stack, Text, type TextProps, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

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
      {children === undefined ? null : (
        <Text size="sm" c="dimmed" maw="28rem">
          {children}
        </Text>
      )}
    </Stack>
  )
}

/** Shown instead of a table or chart for a period without data. */
export function NoData(props: TextProps) {
  return (
    <Text c="dimmed" size="sm" {...props}>
      No data for this period
    </Text>
  )
}
