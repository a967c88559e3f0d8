import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { openLiveRows } from './live-rows.ts'

interface Row {
  readonly key: string
  readonly version: number
}

describe('live rows', () => {
  it('hold the newest version of each row, in whatever order rows arrive, and announce each version once', async () => {
    const row = fc.record({ key: fc.constantFrom('a', 'b'), version: fc.integer({ min: 1, max: 9 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.array(row), fc.array(fc.tuple(fc.boolean(), row)), async (atStart, later, arrivals) => {
        let stored: readonly Row[] = atStart
        let reread = async (): Promise<void> => undefined
        const live = await openLiveRows<Row, Row>({
          topic: 'rows',
          changes: { watch: (_topic, read) => void (reread = async () => read()) },
          list: async () => stored,
          keyOf: ({ key }) => key,
          stateOf: (each) => each,
        })
        const seen: number[] = []
        live.follow('a', ({ version }) => seen.push(version))
        const atFirst = live.get('a')?.version ?? 0
        for (const [isOwn, arrived] of arrivals) {
          if (isOwn) assert.ok(live.accept(arrived).version >= arrived.version)
          else {
            stored = [...later, arrived]
            await reread()
          }
        }
        const all = [...atStart, ...arrivals.flatMap(([isOwn, arrived]) => (isOwn ? [arrived] : [...later, arrived]))]
        const newest = Math.max(0, ...all.filter(({ key }) => key === 'a').map(({ version }) => version))
        assert.equal(live.get('a')?.version ?? 0, newest)
        assert.deepEqual(
          seen,
          [...new Set(seen)].toSorted((a, b) => a - b),
        )
        assert.ok(seen.every((version) => version > atFirst))
        assert.equal(seen.at(-1) ?? atFirst, newest)
      }),
    )
  })
})
