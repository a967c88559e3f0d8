import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zipSync } from 'fflate'
import { assertChanged, readFailureKind, copyReadingState, type Served, createServedCalls } from '../cap/testing/calls.ts'
import { writeCapDocument, writeCapInfo, writeNamedValue } from '../cap/testing/messages.ts'
import { readSampleFile, withoutSamples } from '../cap/testing/samples.ts'
import { createDwd, unzipDocuments } from './index.ts'

const NOW = Date.parse('2026-07-01T10:00:00Z')
const { warningFeed } = createDwd({ baseUrl: new URL('https://upstream.test'), enabled: true })

const zip = (files: Readonly<Record<string, string | Uint8Array>>) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? Buffer.from(text) : text]))),
  )
/** The archive with this size stated of each entry in its central directory. */
function stateSizes(archive: Buffer, bytes: number): Buffer {
  const header = Buffer.from([0x50, 0x4b, 0x01, 0x02])
  for (let at = archive.indexOf(header); at !== -1; at = archive.indexOf(header, at + 1)) archive.writeUInt32LE(bytes, at + 24)
  return archive
}
const read = (served: Served, former: unknown = null, now = NOW) =>
  warningFeed.read('DE', former, createServedCalls(() => served).calls, now)

const german = (id: string, references: readonly string[] = [], msgType = 'Alert') =>
  writeCapDocument({
    id: `2.49.0.0.276.0.DWD.PVW.${id}.MUL`,
    references: references.map((each) => `2.49.0.0.276.0.DWD.PVW.${each}.MUL`),
    msgType,
    infos: [writeCapInfo({ severity: 'Severe' }, '808111000', writeNamedValue('AREA_COLOR', '229 57 53', 'eventCode'))],
  })

describe('the German service’s archive', () => {
  it('takes one conditional call for everything in force', async () => {
    const { calls, paths } = createServedCalls((_url, request) =>
      request.headers?.['if-modified-since'] === undefined
        ? {
            headers: { 'last-modified': 'Wed, 01 Jul 2026 09:58:00 GMT', 'x-simulated': 'demo' },
            body: zip({ 'a.xml': german('1'), 'b.xml': german('2') }),
          }
        : { status: 304 },
    )
    const first = assertChanged(await warningFeed.read('DE', null, calls, NOW))
    assert.deepEqual(
      { complete: first.complete, warnings: first.warnings.length, simulated: first.simulated },
      { complete: true, warnings: 2, simulated: true },
    )
    assert.deepEqual(await warningFeed.read('DE', copyReadingState(first), calls, NOW), { unchanged: true })
    assert.match(paths()[0] ?? '', /COMMUNEUNION_DWD_STAT\/.*_MUL\.zip$/)
  })

  it('keeps the severity beside the colour, and the key through updates and the cancellation', async () => {
    let former: unknown = null
    for (const [id, references, msgType] of [
      ['1', [], 'Alert'],
      ['2', ['1'], 'Update'],
      ['3', ['2'], 'Cancel'],
    ] as const) {
      const reading = assertChanged(await read({ body: zip({ 'a.xml': german(id, references, msgType) }) }, former))
      const [warning] = reading.warnings
      assert.deepEqual(
        { key: warning?.key, severity: warning?.severity, level: warning?.level, ended: warning?.ended },
        { key: '2.49.0.0.276.0.DWD.PVW.1', severity: 'severe', level: { name: 'red', color: '#e53935' }, ended: msgType === 'Cancel' },
      )
      former = copyReadingState(reading)
    }
  })

  it('may be empty', async () => {
    const { complete, warnings } = assertChanged(await read({ body: zip({}) }))
    assert.deepEqual({ complete, warnings }, { complete: true, warnings: [] })
  })

  it('is incomplete if it contains a broken document', async () => {
    const { complete, warnings, leftOut } = assertChanged(
      await read({ body: zip({ 'a.xml': german('1'), 'b.xml': german('2').slice(0, 200) }) }),
    )
    assert.deepEqual({ complete, warnings: warnings.length, leftOut }, { complete: false, warnings: 1, leftOut: { unreadable: 1 } })
  })

  it('fails if it is not an archive, or truncated', async () => {
    const whole = zip({ 'a.xml': german('1'), 'b.xml': german('2') })
    for (const body of ['', '<html></html>', whole.subarray(0, whole.length - 30), whole.subarray(0, 100)])
      assert.equal(await readFailureKind(read({ body })), 'invalid_body')
    assert.equal(await readFailureKind(read({ status: 503 })), 'unavailable')
  })
})

describe('unpacking', () => {
  it('extracts only documents', () => {
    assert.deepEqual([...(unzipDocuments(zip({ 'a.xml': 'x', 'b.txt': 'y', '../c.XML': 'z' })) ?? new Map()).keys()], ['a.xml', '../c.XML'])
  })

  it('refuses bombs before they are unpacked', () => {
    const entries = (count: number) => zip(Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.xml`, 'x'])))
    assert.equal(unzipDocuments(stateSizes(entries(1), 9 * 1024 * 1024)), null, 'one entry that is too large')
    assert.equal(unzipDocuments(stateSizes(entries(10), 7 * 1024 * 1024)), null, 'entries too large together')
    assert.equal(unzipDocuments(entries(2_001)), null, 'too many entries')
    assert.equal(unzipDocuments(zip({ 'a.xml': new Uint8Array(9 * 1024 * 1024) })), null, 'one that is really too large')
  })

  it('extracts no more than the stated size of an entry', () => {
    const archive = stateSizes(zip({ 'a.xml': new Uint8Array(1024 * 1024) }), 10)
    assert.ok((unzipDocuments(archive)?.get('a.xml')?.length ?? 0) <= 10)
  })
})

it('a recorded document, in eight languages and with its outline', { skip: withoutSamples }, async () => {
  const body = zip({ 'a.xml': readSampleFile('meteoalarm/cap_dwd_multilanguage_31k.xml') })
  const { warnings } = assertChanged(await read({ body }, null, Date.parse('2023-06-23T10:00:00Z')))
  const [warning] = warnings
  assert.deepEqual(
    { warnings: warnings.length, texts: warning?.texts.length, level: warning?.level },
    { warnings: 1, texts: 8, level: { name: 'orange', color: '#fb8c00' } },
  )
  assert.deepEqual(
    warning?.areas.map(({ polygons, codes }) => [polygons.length, codes[0]?.scheme]),
    [
      [1, undefined],
      [0, 'WARNCELLID'],
      [0, 'WARNCELLID'],
      [0, 'WARNCELLID'],
    ],
  )
})
