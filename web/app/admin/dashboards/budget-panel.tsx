import { Group, Progress, Text } from '@mantine/core'
import { failingProviders, type Systems } from '../connections/system.ts'
import { Note } from '../editing/note.tsx'
import type { ApiQuery } from '../kit/answer.ts'
import { Moment } from '../kit/moment.tsx'
import { Status, type Tone } from '../kit/status.tsx'
import { count, percent } from '../kit/words.ts'
import type { Budget, Usage } from './answers.ts'
import { AskedPanel } from './asked-panel.tsx'
import styles from './dashboard.module.css'

const STATUS: Readonly<
  Record<Budget['status'], { readonly text: string; readonly told: string; readonly tone: Tone; readonly color: string }>
> = {
  ok: { text: 'OK', told: 'Calls are within the budget', tone: 'good', color: 'teal' },
  warning: { text: 'Warning', told: 'Most of the budget is used', tone: 'notice', color: 'yellow' },
  soft_block: { text: 'Soft block', told: 'Only calls that someone is waiting for are allowed', tone: 'notice', color: 'orange' },
  hard_block: { text: 'Hard block', told: 'No more calls until it resets', tone: 'bad', color: 'red' },
}

interface Props {
  readonly asked: ApiQuery<Usage>
  readonly systems: ApiQuery<Systems>
  readonly to?: string
}

/** What is left of the provider's budget, for the day and the minute, and which providers fail: a failed call spends little of it. */
export function BudgetPanel({ asked, systems, to }: Props) {
  const failing = failingProviders(systems.data)
  return (
    <AskedPanel title="Today’s budget" asked={asked} to={to}>
      {({ today, perMinute }) => (
        <>
          <Group justify="space-between" align="baseline" wrap="nowrap">
            <span className={styles.big}>
              {count(today.used)} <span className={styles.unit}>of {today.limit === null ? '∞' : count(today.limit)}</span>
            </span>
            {failing.length > 0 ? (
              <Status tone="bad">Failing</Status>
            ) : (
              <Status tone={STATUS[today.status].tone}>{STATUS[today.status].text}</Status>
            )}
          </Group>
          <Progress
            mt="sm"
            size="lg"
            radius="sm"
            color={STATUS[today.status].color}
            value={today.limit === null ? 0 : Math.min(100, (100 * today.used) / today.limit)}
            aria-label="Share of today’s budget used"
          />
          <Text size="xs" c="dimmed" mt={6}>
            {STATUS[today.status].told}
          </Text>
          {failing.map(({ id, name, message }) => (
            <Note key={id} tone="bad" title={`${name} is failing`}>
              {message}
            </Note>
          ))}
          <dl className={styles.facts}>
            <dt>Used</dt>
            <dd>{today.limit === null ? '–' : percent(today.used / today.limit)}</dd>
            <dt>Remaining</dt>
            <dd>{today.remaining === null ? 'no limit' : count(today.remaining)}</dd>
            <dt>This minute</dt>
            <dd>
              {count(perMinute.used)} of {perMinute.limit === null ? '∞' : count(perMinute.limit)}
            </dd>
            <dt>Resets</dt>
            <dd>
              <Moment at={today.resetsAt} />
            </dd>
          </dl>
        </>
      )}
    </AskedPanel>
  )
}
