import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildCsvAddress, buildListQuery, type ListState } from './list-state.ts'
import type { Filter } from './types.ts'

const FILTERS: readonly Filter[] = [
  { name: 'state', label: 'State', options: ['open'] },
  { kind: 'day', name: 'from', label: 'From', isUtc: true },
  { kind: 'day', name: 'to', label: 'Until', isEnd: true, isUtc: true },
]
const STATE: ListState = {
  q: 'a&b',
  sort: '-at',
  cursor: 'next',
  limit: 50,
  filters: { state: 'open', from: '2026-02-28', to: '2026-02-28' },
  open: null,
  before: [],
}

it('requests whole UTC days if a list is filtered by day', () => {
  const { from, to } = buildListQuery(STATE, FILTERS)
  assert.deepEqual({ from, to }, { from: '2026-02-28T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' })
  assert.equal(buildListQuery({ ...STATE, filters: { from: 'no day' } }, FILTERS)['from'], undefined)
})

it('links to the CSV of the current list, without its pages', () => {
  const { searchParams } = new URL(buildCsvAddress('/api/admin/reports', STATE, FILTERS), 'http://here.invalid')
  assert.deepEqual([...searchParams.keys()].toSorted(), ['format', 'from', 'q', 'sort', 'state', 'to'])
  assert.equal(searchParams.get('q'), 'a&b')
})
