import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Ranking } from '../charts/ranking.tsx'
import { Panel } from '../kit/panel.tsx'
import { count } from '../kit/words.ts'
import type { Usage } from './answers.ts'

const VIEWS = ['provider', 'scope', 'trigger', 'cause'] as const
type View = (typeof VIEWS)[number]

/** What the calls were spent on: by provider, scope, trigger or cause. */
export function SpendingCard({ usage }: { readonly usage: Usage }) {
  const [view, setView] = useState<View>('provider')
  return (
    <Panel title="Call breakdown">
      <SegmentedControl
        mb="md"
        fullWidth
        size="xs"
        aria-label="Group calls by"
        value={view}
        onChange={(chosen) => setView(VIEWS.find((each) => each === chosen) ?? 'provider')}
        data={VIEWS.map((each) => ({ value: each, label: each.slice(0, 1).toUpperCase() + each.slice(1) }))}
      />
      <Ranking
        items={sumsOf(usage, view).map(({ name, calls, failed }) => ({
          name,
          value: calls,
          ...(failed > 0 ? { note: `${count(failed)} failed` } : {}),
        }))}
      />
    </Panel>
  )
}

function sumsOf({ byProvider, byScope, byTrigger, byCause }: Usage, view: View) {
  if (view === 'provider') return byProvider.map(({ provider: name, calls, failed }) => ({ name, calls, failed }))
  if (view === 'scope') return byScope.map(({ scope: name, calls, failed }) => ({ name, calls, failed }))
  if (view === 'trigger') return byTrigger.map(({ trigger: name, calls, failed }) => ({ name, calls, failed }))
  return byCause.map(({ cause: name, calls, failed }) => ({ name, calls, failed }))
}
