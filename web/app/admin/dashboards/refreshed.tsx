import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Answer } from '../kit/answer.ts'
import { Icon } from '../kit/icon.tsx'

interface Props {
  readonly asked: readonly Pick<Answer<unknown>, 'reload' | 'isLoading'>[]
  readonly everySeconds: number
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** When the figures were read, and a button for whoever cannot wait. */
export function Refreshed({ asked, everySeconds }: Props) {
  const isLoading = asked.some((each) => each.isLoading)
  const [readAt, setReadAt] = useState<Date | null>(null)
  useEffect(() => {
    if (!isLoading) setReadAt(new Date())
  }, [isLoading])
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {readAt === null ? 'Reading …' : `As of ${CLOCK.format(readAt)}, read again every ${everySeconds} s`}
      </Text>
      <Tooltip label="Read again now">
        <ActionIcon
          variant="default"
          aria-label="Read again now"
          loading={isLoading}
          onClick={() => asked.forEach(({ reload }) => void reload())}
        >
          <Icon name="reload" size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
