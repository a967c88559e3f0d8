import { Paper, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A key figure with its label. */
export function Figure({ label, value, note }: { readonly label: string; readonly value: ReactNode; readonly note?: ReactNode }) {
  return (
    <Paper p="md" radius="lg" shadow="xs">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton height={28} width="60%" mt={6} />
      ) : (
        <Text fz={26} fw={650} lh={1.3}>
          {value}
        </Text>
      )}
      {note === undefined ? null : (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Paper>
  )
}
