import { Stack } from '@mantine/core'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { Ranking } from '../../charts/ranking.tsx'
import { formatDayLabel, type Point, SeriesChart } from '../../charts/series-chart.tsx'
import { useAnswer } from '../../kit/api.tsx'
import { Answered } from '../../kit/notes.tsx'
import { Panel } from '../../kit/page.tsx'
import { formatCount } from '../../kit/words.ts'
import { KEYS, SCOPES } from './key-fields.tsx'

type Usage = Answer<'get', '/api/admin/client-keys/{id}/usage'>

const SERIES = [
  { name: 'answered', label: 'Answered', colour: '--series-1' },
  { name: 'refused', label: 'Refused', colour: '--series-bad' },
] as const

/** Requests by day. */
export function RequestsChart({ title, days }: { readonly title: string; readonly days: Usage['days'] }) {
  const points = days.map(({ day, requests, refused }): Point => ({ x: formatDayLabel(day), answered: requests, refused }))
  return <SeriesChart title={title} description="Per day (UTC)" xLabel="Day" points={points} series={SERIES} />
}

/** The requests of one key, by day and by scope. */
export function KeyUsage({ id }: { readonly id: string }) {
  const usage = useAnswer(`${KEYS}/${id}/usage`, () => api.get(`${KEYS}/{id}/usage`, { path: { id } }))
  return (
    <Answered of={usage} height={420}>
      {({ days, scopes }) => (
        <Stack>
          <RequestsChart title="Requests" days={days} />
          <Panel title="By scope">
            <Ranking
              items={scopes.map(({ scope, requests, refused }) => ({
                name: SCOPES[scope],
                value: requests,
                ...(refused === 0 ? {} : { note: `${formatCount(refused)} refused` }),
              }))}
            />
          </Panel>
        </Stack>
      )}
    </Answered>
  )
}
