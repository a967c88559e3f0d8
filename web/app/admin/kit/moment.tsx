import { Text } from '@mantine/core'
import { ago, dateTime, exactTime } from './words.ts'

/** A relative time, `3 hours ago`, with the exact one as a tooltip. Null: a dash, or `none`. */
export function Moment({
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
    <time dateTime={at} title={exactTime(at)}>
      {absolute ? dateTime(at) : ago(at)}
    </time>
  )
}
