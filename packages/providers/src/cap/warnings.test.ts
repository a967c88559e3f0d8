import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOTHING_KNOWN, toMemory } from './memory.ts'
import { writeCapDocument, writeCapInfo, writeNamedValue, NOW, readTestDocuments } from './testing/messages.ts'

const only = (read: ReturnType<typeof readTestDocuments>) => {
  assert.equal(read.warnings.length, 1, JSON.stringify(read))
  const [warning] = read.warnings
  assert.ok(warning !== undefined)
  return warning
}

const FRANCE = 'vigilance@meteo.fr'

describe('messages that are left out', () => {
  for (const [what, text, reason] of [
    ['a test', writeCapDocument({ status: 'Test' }), 'test'],
    ['an exercise', writeCapDocument({ status: 'Exercise', msgType: 'Cancel' }), 'test'],
    ['a restricted message', writeCapDocument({ scope: 'Restricted' }), 'private'],
    ['an acknowledgement', writeCapDocument({ msgType: 'Ack' }), 'acknowledgement'],
    [
      'an area that is listed as not warned',
      writeCapDocument({ infos: [writeCapInfo({}, 'A1', writeNamedValue('awareness_level', '1; green; Minor'))] }),
      'green',
    ],
    [
      'a future period of zero length of Météo-France',
      writeCapDocument({ sender: FRANCE, infos: [writeCapInfo({ expires: '2026-07-01T12:00:00+00:00' })] }),
      'marker',
    ],
    [
      'a period of Météo-France that ends before it starts',
      writeCapDocument({ sender: FRANCE, infos: [writeCapInfo({ expires: '2026-07-01T11:00:00+00:00' })] }),
      'marker',
    ],
    [
      'a message that is over',
      writeCapDocument({ infos: [writeCapInfo({ onset: '2026-07-01T01:00:00Z', expires: '2026-07-01T10:00:00Z' })] }),
      'expired',
    ],
    ['another category', writeCapDocument({ infos: [writeCapInfo({ category: 'Infra' })] }), 'category'],
  ] as const)
    it(what, () => {
      const { warnings, leftOut } = readTestDocuments([text], NOTHING_KNOWN, { categories: new Set(['Met']) })
      assert.deepEqual({ warnings, leftOut }, { warnings: [], leftOut: { [reason]: 1 } })
    })

  it('none without a category, nor one that also has a wanted one', () => {
    for (const block of [writeCapInfo({ category: '' }), writeCapInfo({ category: 'Infra' }, 'A1', '<category>Met</category>')])
      assert.equal(
        readTestDocuments([writeCapDocument({ infos: [block] })], NOTHING_KNOWN, { categories: new Set(['Met']) }).warnings.length,
        1,
        block,
      )
  })

  it('those that a newer message of the same sender refers to, and no others', () => {
    const first = writeCapDocument({ id: 'm1' })
    const update = writeCapDocument({ id: 'm2', sent: '2026-07-01T09:00:00+00:00', msgType: 'Update', references: ['m0', 'm1'] })
    for (const order of [
      [first, update],
      [update, first],
    ]) {
      const read = readTestDocuments(order)
      assert.deepEqual({ messageId: only(read).messageId, leftOut: read.leftOut }, { messageId: 'm2', leftOut: { superseded: 1 } })
    }
    const elsewhere = writeCapDocument({ id: 'm3', sender: 'other', sent: '2026-07-01T09:30:00+00:00', references: ['m1'] })
    assert.equal(readTestDocuments([first, elsewhere]).warnings.length, 2)
    const tested = writeCapDocument({ id: 'm4', status: 'Test', sent: '2026-07-01T09:30:00+00:00', references: ['m1'] })
    assert.equal(only(readTestDocuments([first, tested])).messageId, 'm1')
  })

  it('the texts of a message that a newer one replaces with its own', () => {
    const update = {
      id: 'm2',
      sent: '2026-07-01T09:00:00+00:00',
      msgType: 'Update',
      references: ['m1'],
      infos: [writeCapInfo({ event: 'Gale' })],
    }
    assert.deepEqual(
      only(readTestDocuments([writeCapDocument(), writeCapDocument(update)])).texts.map(({ event }) => event),
      ['Gale'],
    )
  })

  it('one of two messages that refer to each other, and the older of two versions', () => {
    const pair = [writeCapDocument({ id: 'a', references: ['b'] }), writeCapDocument({ id: 'b', references: ['a'] })]
    assert.equal(readTestDocuments(pair).warnings.length, 1)
    const later = writeCapDocument({ sent: '2026-07-01T08:30:00+00:00', infos: [writeCapInfo({ event: 'Gale' })] })
    assert.equal(only(readTestDocuments([later, writeCapDocument()])).texts[0]?.event, 'Gale')
  })
})

describe('an end by the issuer', () => {
  for (const [what, text] of [
    ['Cancel, however severe', writeCapDocument({ msgType: 'Cancel', infos: [writeCapInfo({ severity: 'Extreme' })] })],
    ['AllClear in an Update', writeCapDocument({ msgType: 'Update', infos: [writeCapInfo({ responseType: 'AllClear' })] })],
    ['urgency Past', writeCapDocument({ infos: [writeCapInfo({ urgency: 'Past' })] })],
    ...['ended', 'cancelled', 'transitioned_out'].map((status) => {
      const named = writeNamedValue('layer:EC-MSC-SMC:1.1:Alert_Location_Status', status)
      return [`${status} by location`, writeCapDocument({ infos: [writeCapInfo({}, 'A1', named)] })] as const
    }),
  ] as const)
    it(what, () => assert.equal(only(readTestDocuments([text])).ended, true))

  it('has the key of the latest known message that it follows, in whatever order it names them', () => {
    const both = readTestDocuments([writeCapDocument(), writeCapDocument({ id: 'm2', infos: [writeCapInfo({ event: 'Gale' })] })])
    const latest = both.warnings.find(({ messageId }) => messageId === 'm2')?.key
    for (const references of [
      ['m1', 'm2'],
      ['m2', 'm1'],
    ]) {
      const end = writeCapDocument({ id: 'm3', sent: '2026-07-01T09:00:00+00:00', msgType: 'Cancel', references })
      const named = end.replace('m2,2026-07-01T07:00', 'm2,2026-07-01T07:30')
      assert.equal(only(readTestDocuments([named], both.memory)).key, latest)
    }
  })

  it('has the key of what it ends, from an earlier reading or from its references', () => {
    const first = readTestDocuments([writeCapDocument({ id: 'm1', references: ['m0'] })])
    const cancel = (references: readonly string[]) => writeCapDocument({ id: 'm2', msgType: 'Cancel', references })
    assert.deepEqual({ key: only(first).key, replaces: only(first).replaces }, { key: 'm0', replaces: ['m0'] })
    const later = only(readTestDocuments([cancel(['m1'])], first.memory))
    assert.deepEqual({ key: later.key, ended: later.ended }, { key: 'm0', ended: true })
    assert.equal(only(readTestDocuments([cancel(['m0', 'm1'])])).key, 'm0')
  })

  it('without a text uses that of the message that it cancels', () => {
    const cancel = writeCapDocument({ id: 'm2', msgType: 'Cancel', sent: '2026-07-01T09:00:00+00:00', references: ['m1'], infos: [] })
    const warning = only(readTestDocuments([writeCapDocument(), cancel]))
    assert.deepEqual({ ended: warning.ended, key: warning.key, event: warning.texts[0]?.event }, { ended: true, key: 'm1', event: 'Storm' })
    assert.deepEqual(readTestDocuments([cancel]).warnings, [])
  })

  it('may be an update to green, of a known warning', () => {
    const green = writeCapDocument({
      id: 'm2',
      references: ['m1'],
      infos: [writeCapInfo({}, 'A1', writeNamedValue('awareness_level', '1; green; Minor'))],
    })
    const first = readTestDocuments([writeCapDocument()])
    const warning = only(readTestDocuments([green], first.memory))
    assert.deepEqual({ key: warning.key, ended: warning.ended, level: warning.level }, { key: 'm1', ended: true, level: null })
    assert.deepEqual(readTestDocuments([green]).leftOut, { green: 1 })
  })

  it('may affect one area while the warning continues in another', () => {
    const both = readTestDocuments([writeCapDocument({ infos: [writeCapInfo({}, 'A1'), writeCapInfo({}, 'A2')] })])
    assert.deepEqual(
      only(both).areas.map(({ name }) => name),
      ['A1', 'A2'],
    )
    const half = writeCapDocument({
      id: 'm2',
      references: ['m1'],
      infos: [writeCapInfo({}, 'A1'), writeCapInfo({ urgency: 'Past', severity: 'Minor' }, 'A2')],
    })
    const warning = only(readTestDocuments([half], both.memory))
    assert.deepEqual({ key: warning.key, ended: warning.ended }, { key: 'm1', ended: false })
    assert.deepEqual(
      { areas: warning.areas.map(({ name }) => name), endedAreas: warning.endedAreas?.map(({ name }) => name) },
      { areas: ['A1'], endedAreas: ['A2'] },
    )
    const over = writeCapDocument({
      id: 'm3',
      references: ['m2'],
      infos: [writeCapInfo({ urgency: 'Past' }, 'A1'), writeCapInfo({ urgency: 'Past' }, 'A2')],
    })
    const ended = only(readTestDocuments([over], readTestDocuments([half], both.memory).memory))
    assert.deepEqual({ key: ended.key, ended: ended.ended, areas: ended.areas.length }, { key: 'm1', ended: true, areas: 2 })
  })
})

describe('the key', () => {
  it('stays the same through updates that name only their predecessor', () => {
    let memory = NOTHING_KNOWN
    for (let n = 1; n < 30; n++) {
      const read = readTestDocuments([writeCapDocument({ id: `m${n}`, references: n === 1 ? [] : [`m${n - 1}`] })], memory)
      assert.equal(only(read).key, 'm1')
      memory = toMemory(JSON.parse(JSON.stringify(read.memory)))
    }
  })

  it('of each part of a message follows its areas, in whatever order they come', () => {
    const part = (code: string, severity: string) => writeCapInfo({ severity }, code)
    const first = readTestDocuments([writeCapDocument({ infos: [part('A1', 'Severe'), part('A2', 'Moderate'), part('A3', 'Minor')] })])
    assert.deepEqual(
      first.warnings.map(({ key }) => key.split('.')[0]),
      ['m1', 'm1', 'm1'],
    )
    assert.equal(new Set(first.warnings.map(({ key }) => key)).size, 3)
    const keyAt = (read: typeof first) => new Map(read.warnings.map(({ key, areas }) => [areas[0]?.name, key]))
    const again = writeCapDocument({ id: 'm2', references: ['m1'], infos: [part('A3', 'Extreme'), part('A2', 'Severe')] })
    const second = readTestDocuments([again], first.memory)
    for (const area of ['A2', 'A3']) assert.equal(keyAt(second).get(area), keyAt(first).get(area), area)
    const third = readTestDocuments([writeCapDocument({ id: 'm3', references: ['m2'], infos: [part('A2', 'Severe')] })], second.memory)
    assert.equal(keyAt(third).get('A2'), keyAt(first).get('A2'))
  })

  it('does not depend on the source of a message', () => {
    const [plain, relayed] = [writeCapDocument({ id: '2.49.0.0.276.DWD.1' }), writeCapDocument({ id: 'urn:oid:2.49.0.0.276.DWD.1.MUL' })]
    assert.equal(only(readTestDocuments([plain])).key, only(readTestDocuments([relayed])).key)
  })

  it('stays with its area when an issuer splits a warning, and is given to no other', () => {
    const first = readTestDocuments([writeCapDocument({ infos: [writeCapInfo({}, 'A1')] })])
    const parts = ['A2', 'A1'].map((code, n) => writeCapDocument({ id: `m${n + 2}`, references: ['m1'], infos: [writeCapInfo({}, code)] }))
    const divided = readTestDocuments(parts.slice(1), first.memory)
    const both = readTestDocuments(parts, divided.memory)
    assert.equal(both.warnings.length, 2)
    assert.equal(both.warnings.find(({ key }) => key === 'm1')?.areas[0]?.name, 'A1')
    const again = readTestDocuments(parts, both.memory)
    assert.deepEqual(new Set(again.warnings.map(({ key }) => key)), new Set(both.warnings.map(({ key }) => key)))
  })

  it('is ended by the latest message for all that lead to it', () => {
    const cancel = writeCapDocument({ id: 'm3', sent: '2026-07-01T09:30:00+00:00', msgType: 'Cancel', references: ['m1'] })
    const read = readTestDocuments([writeCapDocument({ id: 'm2', references: ['m1'] }), cancel])
    assert.deepEqual({ ended: only(read).ended, key: only(read).key }, { ended: true, key: 'm1' })
  })

  it('is forgotten after days without a message', () => {
    const { memory } = readTestDocuments([writeCapDocument({ id: 'm1', references: ['m0'] })])
    assert.equal(memory.messages.length, 1)
    assert.equal(readTestDocuments([], memory, {}, NOW + 4 * 86_400_000).memory.messages.length, 1)
    assert.equal(readTestDocuments([], memory, {}, NOW + 6 * 86_400_000).memory.messages.length, 0)
    for (const broken of [null, 3, { messages: [{ id: 1 }] }, { messages: 'x', runs: [{}] }])
      assert.deepEqual(toMemory(broken), NOTHING_KNOWN)
  })
})

describe('a sender whose messages refer to nothing', () => {
  const day = (date: number, level = 'yellow', codes = ['FR1'], sent = '08') =>
    writeCapDocument({
      id: `${date}-${level}-${codes.join('')}-${sent}`,
      sender: FRANCE,
      sent: `2026-07-01T${sent}:00:00+00:00`,
      infos: codes.map((code) =>
        writeCapInfo(
          { onset: `2026-07-0${date}T00:00:00Z`, expires: `2026-07-0${date + 1}T00:00:00Z` },
          code,
          writeNamedValue('awareness_type', '5; heat') + writeNamedValue('awareness_level', `${level === 'yellow' ? 2 : 3}; ${level}; x`),
        ),
      ),
    })
  const summaries = (read: ReturnType<typeof readTestDocuments>) =>
    read.warnings.map(({ areas, start, end, level }) => [areas[0]?.name, start.slice(8, 10), end?.slice(8, 10), level?.name])

  it('warns by area and type, joining consecutive days of one level', () => {
    const read = readTestDocuments([day(1), day(2, 'yellow', ['FR1', 'FR2']), day(3, 'orange')])
    assert.deepEqual(summaries(read), [
      ['FR1', '01', '03', 'yellow'],
      ['FR1', '03', '04', 'orange'],
      ['FR2', '02', '03', 'yellow'],
    ])
    assert.equal(new Set(read.warnings.map(({ key }) => key)).size, 3)
  })

  it('keeps the keys as days pass, areas change, and messages are reissued', () => {
    const first = readTestDocuments([day(1), day(2, 'yellow', ['FR1', 'FR2'])])
    const next = readTestDocuments(
      [day(2, 'yellow', ['FR3', 'FR1'], '09'), day(3)],
      toMemory(JSON.parse(JSON.stringify(first.memory))),
      {},
      NOW + 86_400_000,
    )
    const keyOf = (read: typeof first, name: string) => read.warnings.find(({ areas }) => areas[0]?.name === name)?.key
    assert.equal(keyOf(next, 'FR1'), keyOf(first, 'FR1'))
    assert.equal([keyOf(first, 'FR2'), keyOf(first, 'FR1')].includes(keyOf(next, 'FR3')), false)
  })

  it('may list areas by code in one block, in a changing list', () => {
    const block = (codes: readonly string[]) =>
      day(1).replace(/(<geocode>.*<\/geocode>)/, (one) => codes.map((code) => one.replace('>FR1<', `>${code}<`)).join(''))
    const first = readTestDocuments([block(['FI1', 'FI2'])])
    const next = readTestDocuments([block(['FI2', 'FI3', 'FI4'])], first.memory)
    const keyOf = (read: typeof first, code: string) => read.warnings.find(({ areas }) => areas[0]?.codes[0]?.code === code)?.key
    assert.deepEqual({ firstWarnings: first.warnings.length, nextWarnings: next.warnings.length }, { firstWarnings: 2, nextWarnings: 3 })
    assert.equal(keyOf(next, 'FI2'), keyOf(first, 'FI2'))
    assert.ok(keyOf(next, 'FI2') !== undefined)
  })

  it('has the names of its areas in each language, area by area', () => {
    const block = (language: string, names: readonly string[]) => {
      const areas = names.map(
        (name, n) => `<area><areaDesc>${name}</areaDesc><geocode><valueName>EMMA_ID</valueName><value>FI${n}</value></geocode></area>`,
      )
      return writeCapInfo({ language }).replace(/<area>.*<\/area>/, areas.join(''))
    }
    const infos = [block('fi', ['Uusimaa', 'Lappi']), block('sv', ['Nyland', 'Lappland'])]
    const read = readTestDocuments([writeCapDocument({ sender: FRANCE, infos })])
    assert.deepEqual(
      read.warnings.map(({ areas, texts }) => [areas[0]?.name, texts[1]?.areaNames]),
      [
        ['Uusimaa', ['Nyland']],
        ['Lappi', ['Lappland']],
      ],
    )
  })

  it('counts once for the same time: the later message', () => {
    const read = readTestDocuments([day(1), day(1, 'orange', ['FR1'], '09')])
    assert.deepEqual(
      { summaries: summaries(read), leftOut: read.leftOut },
      { summaries: [['FR1', '01', '02', 'orange']], leftOut: { superseded: 1 } },
    )
  })
})

describe('the blocks of a message', () => {
  const eventsOf = (...infos: readonly string[]) =>
    readTestDocuments([writeCapDocument({ infos })]).warnings.map(({ areas, texts }) => [
      areas.map(({ name }) => name).join(),
      ...texts.map(({ event }) => event),
    ])

  it('of different languages are one warning, in whatever order they come', () => {
    const [storm, tempete] = [writeCapInfo(), writeCapInfo({ language: 'fr', event: 'Tempête' })]
    const heat = { severity: 'Minor', event: 'Heat' }
    const warned = [
      ['A1', 'Storm', 'Tempête'],
      ['A1', 'Heat'],
    ]
    assert.deepEqual(eventsOf(storm, tempete, writeCapInfo(heat)), warned)
    assert.deepEqual(eventsOf(storm, writeCapInfo(heat), tempete), warned)
  })

  it('that say the same in one language are as many warnings', () => {
    assert.deepEqual(eventsOf(writeCapInfo(), writeCapInfo({ event: 'Gale' }), writeCapInfo({ language: 'fr', event: 'Tempête' })), [
      ['A1', 'Storm', 'Tempête'],
      ['A1', 'Gale'],
    ])
  })

  it('are one warning if only their areas differ, and as many as texts otherwise', () => {
    assert.deepEqual(eventsOf(writeCapInfo(), writeCapInfo({}, 'A2')), [['A1,A2', 'Storm']])
    assert.deepEqual(eventsOf(writeCapInfo(), writeCapInfo({ event: 'Gale' }, 'A2')), [
      ['A1', 'Storm'],
      ['A2', 'Gale'],
    ])
  })
})
