import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import type { ApiQuery } from '../kit/answer.ts'
import { Icon } from '../kit/icon.tsx'

interface Props {
  readonly asked: readonly Pick<ApiQuery<unknown>, 'reload' | 'isLoading'>[]
  readonly everySeconds: number
}

/** Says that the figures refresh automatically, with a button to refresh them now. */
export function Refreshed({ asked, everySeconds }: Props) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed">
        Refreshes every {everySeconds} s
      </Text>
      <Tooltip label="Refresh now">
        <ActionIcon
          variant="default"
          aria-label="Refresh now"
          loading={asked.some(({ isLoading }) => isLoading)}
          onClick={() => asked.forEach(({ reload }) => void reload())}
        >
          <Icon name="reload" size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
