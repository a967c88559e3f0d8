import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Soft, Status, type Tone } from '../kit/display.tsx'
import { Panel } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import { formatCount, formatIdentifier } from '../kit/words.ts'
import type { SourceUsage } from './sources.ts'

type Window = SourceUsage['budgets'][number]['windows'][number]

/** In seconds, as the API names them. */
const WINDOWS = [60, 3_600, 86_400, 2_678_400] as const

const STATES: Readonly<Record<Exclude<Window['status'], 'ok'>, readonly [text: string, tone: Tone]>> = {
  warning: ['Most is used', 'notice'],
  soft_block: ['People only', 'notice'],
  hard_block: ['Used up', 'bad'],
}

/** What each provider may be called, and what is used of it now. */
export function LimitsPanel({ sources }: { readonly sources: readonly SourceUsage[] }) {
  const rows = sources.flatMap(({ name, budgets }) =>
    budgets.map(({ account, products, windows }) => ({
      key: account,
      cells: [
        <Account key="account" name={name} products={products} />,
        ...WINDOWS.map((seconds) => <Used key={seconds} window={windows.find(({ windowSeconds }) => windowSeconds === seconds)} />),
      ],
    })),
  )
  return (
    <Panel
      title="Limits"
      description="Weighted calls used in the current minute, hour, day and month (UTC), for all nodes together. Each provider’s are set below, with its settings; variables of the environment take effect at the next start."
    >
      <DataTable label="Limits of the providers" columns={['Account', 'Minute', 'Hour', 'Day', 'Month']} minWidth={860} rows={rows} />
    </Panel>
  )
}

function Account({ name, products }: { readonly name: string; readonly products: readonly string[] }) {
  return (
    <>
      {name}
      <Soft size="xs">{products.map((product) => formatIdentifier(product.split('/')[1] ?? product).toLowerCase()).join(', ')}</Soft>
    </>
  )
}

function Used({ window }: { readonly window: Window | undefined }) {
  if (window === undefined)
    return (
      <Text span inherit c="dimmed">
        no limit
      </Text>
    )
  const { used, limit, status } = window
  return (
    <>
      {formatCount(used)} of {formatCount(limit)} {status !== 'ok' && <Status tone={STATES[status][1]}>{STATES[status][0]}</Status>}
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {breakable(originOf(window))}
      </Text>
    </>
  )
}

/** The name of a variable, which a narrow column breaks after an underscore; what is copied has nothing more in it. */
function breakable(text: string): ReactNode {
  return text.split(/(?<=_)/).flatMap((part, index) => (index === 0 ? [part] : [<wbr key={part} />, part]))
}

/** Where the limit is changed. */
function originOf({ variable, isStored }: Window): string {
  return isStored ? 'set below' : (variable ?? 'the provider’s terms')
}
