import { Stack } from '@mantine/core'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { Ranking } from '../../charts/ranking.tsx'
import { dayLabel, type Point, SeriesChart } from '../../charts/series-chart.tsx'
import { useAnswer } from '../../kit/api.tsx'
import { FailureNote } from '../../kit/notes.tsx'
import { Panel } from '../../kit/page.tsx'
import { count } from '../../kit/words.ts'
import { KEYS, SCOPES } from './key-fields.tsx'

type Usage = Answer<'get', '/api/admin/client-keys/{id}/usage'>

const SERIES = [
  { name: 'answered', label: 'Answered', colour: '--series-1' },
  { name: 'refused', label: 'Refused', colour: '--series-bad' },
] as const

/** Requests by day. */
export function RequestsChart({ title, days }: { readonly title: string; readonly days: Usage['days'] }) {
  const points = days.map(({ day, requests, refused }): Point => ({ x: dayLabel(day), answered: requests, refused }))
  return <SeriesChart title={title} description="Per day (UTC)" xLabel="Day" points={points} series={SERIES} />
}

/** The requests of one key, by day and by scope. */
export function KeyUsage({ id }: { readonly id: string }) {
  const { data, failure, reload } = useAnswer(`${KEYS}/${id}/usage`, () => api.get(`${KEYS}/{id}/usage`, { path: { id } }))
  if (data === undefined) return failure === undefined ? null : <FailureNote failure={failure} onRetry={reload} />
  return (
    <Stack>
      <RequestsChart title="Requests" days={data.days} />
      <Panel title="By scope">
        <Ranking
          items={data.scopes.map(({ scope, requests, refused }) => ({
            name: SCOPES[scope],
            value: requests,
            ...(refused === 0 ? {} : { note: `${count(refused)} refused` }),
          }))}
        />
      </Panel>
    </Stack>
  )
}
