import { Group, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

export interface PanelProps {
  readonly title?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A section of a page, on its own surface. */
export function Panel({ title, description, actions, children }: PanelProps) {
  const id = useId()
  return (
    <Paper
      component="section"
      p={{ base: 'md', sm: 'lg' }}
      radius="lg"
      shadow="xs"
      {...(title === undefined ? {} : { 'aria-labelledby': id })}
    >
      {title === undefined && actions === undefined ? null : (
        <Group justify="space-between" align="flex-start" mb="md" gap="sm">
          <div>
            {title === undefined ? null : (
              <Title order={2} size="h4" id={id}>
                {title}
              </Title>
            )}
            {description === undefined ? null : (
              <Text size="sm" c="dimmed" maw="42rem">
                {description}
              </Text>
            )}
          </div>
          {actions}
        </Group>
      )}
      {children}
    </Paper>
  )
}
