import { toCell } from '@isobar/weather'
import type { TestApp } from '../../../../../test/helpers/app.ts'
import { buildTestFetch, type FetchedParts } from './fetched.ts'

interface Fetched {
  readonly lat: number
  readonly lon: number
  readonly instant: string
  readonly parts: FetchedParts
}

/** Archives a provider’s data of that instant, through the gateway’s hook. */
export async function archiveFetched({ services: { history } }: TestApp, { lat, lon, instant, parts }: Fetched): Promise<void> {
  history.archive.add(buildTestFetch(Date.parse(instant), { ...parts, cell: toCell(lat, lon).id }))
  await history.archive.flush()
}
