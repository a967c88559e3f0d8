import { Card, SegmentedControl } from '@mantine/core'
import { useId, useState } from 'react'
import palette from '../charts/colours.module.css'
import { Ranking } from '../charts/ranking.tsx'
import { count } from '../kit/words.ts'
import type { Usage } from './answers.ts'
import styles from './panel.module.css'

const VIEWS = ['provider', 'scope', 'trigger', 'cause'] as const
type View = (typeof VIEWS)[number]

/** What the calls were spent on: by provider, scope, trigger or cause. */
export function SpendingCard({ usage }: { readonly usage: Usage }) {
  const id = useId()
  const [view, setView] = useState<View>('provider')
  return (
    <Card component="section" withBorder radius="md" padding="lg" h="100%" className={palette['palette'] ?? ''} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        What calls were spent on
      </h2>
      <SegmentedControl
        my="md"
        fullWidth
        size="xs"
        aria-label="Calls by"
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
    </Card>
  )
}

function sumsOf({ byProvider, byScope, byTrigger, byCause }: Usage, view: View) {
  if (view === 'provider') return byProvider.map(({ provider: name, calls, failed }) => ({ name, calls, failed }))
  if (view === 'scope') return byScope.map(({ scope: name, calls, failed }) => ({ name, calls, failed }))
  if (view === 'trigger') return byTrigger.map(({ trigger: name, calls, failed }) => ({ name, calls, failed }))
  return byCause.map(({ cause: name, calls, failed }) => ({ name, calls, failed }))
}
