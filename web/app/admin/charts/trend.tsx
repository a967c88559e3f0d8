import '@mantine/charts/styles.css'
import { Sparkline } from '@mantine/charts'
import './colours.css'

interface Props {
  /** What is shown, such as `Calls by day`. */
  readonly label: string
  /** Oldest first. */
  readonly values: readonly number[]
}

/** How a number came to be what it is: a line without axes. */
export function Trend({ label, values }: Props) {
  return (
    <div role="img" aria-label={`${label}: ${values.join(', ')}`}>
      <Sparkline w={120} h={28} data={[...values]} color="var(--series-1)" strokeWidth={1.5} fillOpacity={0.25} />
    </div>
  )
}
