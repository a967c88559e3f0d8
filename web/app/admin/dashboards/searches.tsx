import { Anchor, Code } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { Ranking } from '../charts/ranking.tsx'
import { useAnswer } from '../kit/api.tsx'
import { Soft } from '../kit/display.tsx'
import { formatQuantity } from '../kit/words.ts'
import { AskedPanel } from './asked-panel.tsx'

/** What visitors searched for and did not find on the last days, and what helps. */
export function Searches({ days }: { readonly days: number }) {
  const asked = useAnswer(`searches without a result ${days}`, () => api.get('/api/admin/analytics/searches', { query: { days } }), {
    everySeconds: 60,
  })
  return (
    <AskedPanel title="Searches without a result" asked={asked}>
      {({ items }) => (
        <>
          <Ranking
            items={items.map(({ text, visitors, days: on, lastDay }) => ({
              name: text,
              value: visitors,
              note: on === 1 ? lastDay : `${formatQuantity(on, 'day')}, last ${lastDay}`,
            }))}
          />
          <Soft size="xs" mt="sm">
            Visitors per day (UTC). A search is listed once five visitors typed it on one day. For postcodes, airports and summits, load
            lists from{' '}
            <Anchor href="https://download.geonames.org/export/" target="_blank" rel="noreferrer" inherit underline="always">
              GeoNames
            </Anchor>{' '}
            with <Code>npm run admin -- load-places FILE</Code>.
          </Soft>
        </>
      )}
    </AskedPanel>
  )
}
