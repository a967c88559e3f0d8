import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOTHING_KNOWN, toMemory } from './memory.ts'
import { document, info, named, NOW, reading } from './testing/messages.ts'

const only = (read: ReturnType<typeof reading>) => {
  assert.equal(read.warnings.length, 1, JSON.stringify(read))
  const [warning] = read.warnings
  assert.ok(warning !== undefined)
  return warning
}

const FRANCE = 'vigilance@meteo.fr'

describe('messages that are left out', () => {
  for (const [what, text, reason] of [
    ['a test', document({ status: 'Test' }), 'test'],
    ['an exercise', document({ status: 'Exercise', msgType: 'Cancel' }), 'test'],
    ['a restricted message', document({ scope: 'Restricted' }), 'private'],
    ['an acknowledgement', document({ msgType: 'Ack' }), 'acknowledgement'],
    ['an area that is listed as not warned', document({ infos: [info({}, 'A1', named('awareness_level', '1; green; Minor'))] }), 'green'],
    [
      'a future period of zero length of Météo-France',
      document({ sender: FRANCE, infos: [info({ expires: '2026-07-01T12:00:00+00:00' })] }),
      'marker',
    ],
    [
      'a period of Météo-France that ends before it starts',
      document({ sender: FRANCE, infos: [info({ expires: '2026-07-01T11:00:00+00:00' })] }),
      'marker',
    ],
    ['a message that is over', document({ infos: [info({ onset: '2026-07-01T01:00:00Z', expires: '2026-07-01T10:00:00Z' })] }), 'expired'],
    ['another category', document({ infos: [info({ category: 'Infra' })] }), 'category'],
  ] as const)
    it(what, () => {
      const { warnings, leftOut } = reading([text], NOTHING_KNOWN, { categories: new Set(['Met']) })
      assert.deepEqual([warnings, leftOut], [[], { [reason]: 1 }])
    })

  it('none without a category, nor one that also has a wanted one', () => {
    for (const block of [info({ category: '' }), info({ category: 'Infra' }, 'A1', '<category>Met</category>')])
      assert.equal(reading([document({ infos: [block] })], NOTHING_KNOWN, { categories: new Set(['Met']) }).warnings.length, 1, block)
  })

  it('those that a newer message of the same sender refers to, and no others', () => {
    const first = document({ id: 'm1' })
    const update = document({ id: 'm2', sent: '2026-07-01T09:00:00+00:00', msgType: 'Update', references: ['m0', 'm1'] })
    for (const order of [
      [first, update],
      [update, first],
    ]) {
      const read = reading(order)
      assert.deepEqual([only(read).messageId, read.leftOut], ['m2', { superseded: 1 }])
    }
    const elsewhere = document({ id: 'm3', sender: 'other', sent: '2026-07-01T09:30:00+00:00', references: ['m1'] })
    assert.equal(reading([first, elsewhere]).warnings.length, 2)
    const tested = document({ id: 'm4', status: 'Test', sent: '2026-07-01T09:30:00+00:00', references: ['m1'] })
    assert.equal(only(reading([first, tested])).messageId, 'm1')
  })

  it('the texts of a message that a newer one replaces with its own', () => {
    const update = { id: 'm2', sent: '2026-07-01T09:00:00+00:00', msgType: 'Update', references: ['m1'], infos: [info({ event: 'Gale' })] }
    assert.deepEqual(
      only(reading([document(), document(update)])).texts.map(({ event }) => event),
      ['Gale'],
    )
  })

  it('one of two messages that refer to each other, and the older of two versions', () => {
    const pair = [document({ id: 'a', references: ['b'] }), document({ id: 'b', references: ['a'] })]
    assert.equal(reading(pair).warnings.length, 1)
    const later = document({ sent: '2026-07-01T08:30:00+00:00', infos: [info({ event: 'Gale' })] })
    assert.equal(only(reading([later, document()])).texts[0]?.event, 'Gale')
  })
})

describe('an end by the issuer', () => {
  for (const [what, text] of [
    ['Cancel, however severe', document({ msgType: 'Cancel', infos: [info({ severity: 'Extreme' })] })],
    ['AllClear in an Update', document({ msgType: 'Update', infos: [info({ responseType: 'AllClear' })] })],
    ['urgency Past', document({ infos: [info({ urgency: 'Past' })] })],
    [
      'a status by location',
      document({ infos: [info({}, 'A1', named('layer:EC-MSC-SMC:1.1:Alert_Location_Status', 'transitioned_out'))] }),
    ],
  ] as const)
    it(what, () => assert.equal(only(reading([text])).ended, true))

  it('has the key of what it ends, from an earlier reading or from its references', () => {
    const first = reading([document({ id: 'm1', references: ['m0'] })])
    const cancel = (references: readonly string[]) => document({ id: 'm2', msgType: 'Cancel', references })
    assert.deepEqual([only(first).key, only(first).replaces], ['m0', ['m0']])
    const later = only(reading([cancel(['m1'])], first.memory))
    assert.deepEqual([later.key, later.ended], ['m0', true])
    assert.equal(only(reading([cancel(['m0', 'm1'])])).key, 'm0')
  })

  it('without a text uses that of the message that it cancels', () => {
    const cancel = document({ id: 'm2', msgType: 'Cancel', sent: '2026-07-01T09:00:00+00:00', references: ['m1'], infos: [] })
    const warning = only(reading([document(), cancel]))
    assert.deepEqual([warning.ended, warning.key, warning.texts[0]?.event], [true, 'm1', 'Storm'])
    assert.deepEqual(reading([cancel]).warnings, [])
  })

  it('may be an update to green, of a known warning', () => {
    const green = document({ id: 'm2', references: ['m1'], infos: [info({}, 'A1', named('awareness_level', '1; green; Minor'))] })
    const first = reading([document()])
    const warning = only(reading([green], first.memory))
    assert.deepEqual([warning.key, warning.ended, warning.level], ['m1', true, null])
    assert.deepEqual(reading([green]).leftOut, { green: 1 })
  })

  it('may affect one area while the warning continues in another', () => {
    const both = reading([document({ infos: [info({}, 'A1'), info({}, 'A2')] })])
    assert.deepEqual(
      only(both).areas.map(({ name }) => name),
      ['A1', 'A2'],
    )
    const half = document({ id: 'm2', references: ['m1'], infos: [info({}, 'A1'), info({ urgency: 'Past', severity: 'Minor' }, 'A2')] })
    const warning = only(reading([half], both.memory))
    assert.deepEqual([warning.key, warning.ended], ['m1', false])
    assert.deepEqual([warning.areas.map(({ name }) => name), warning.endedAreas?.map(({ name }) => name)], [['A1'], ['A2']])
    const over = document({ id: 'm3', references: ['m2'], infos: [info({ urgency: 'Past' }, 'A1'), info({ urgency: 'Past' }, 'A2')] })
    const ended = only(reading([over], reading([half], both.memory).memory))
    assert.deepEqual([ended.key, ended.ended, ended.areas.length], ['m1', true, 2])
  })
})

describe('the key', () => {
  it('stays the same through updates that name only their predecessor', () => {
    let memory = NOTHING_KNOWN
    for (let n = 1; n < 30; n++) {
      const read = reading([document({ id: `m${n}`, references: n === 1 ? [] : [`m${n - 1}`] })], memory)
      assert.equal(only(read).key, 'm1')
      memory = toMemory(JSON.parse(JSON.stringify(read.memory)))
    }
  })

  it('of each part of a message follows its areas, in whatever order they come', () => {
    const part = (code: string, severity: string) => info({ severity }, code)
    const first = reading([document({ infos: [part('A1', 'Severe'), part('A2', 'Moderate'), part('A3', 'Minor')] })])
    assert.deepEqual(
      first.warnings.map(({ key }) => key.split('.')[0]),
      ['m1', 'm1', 'm1'],
    )
    assert.equal(new Set(first.warnings.map(({ key }) => key)).size, 3)
    const keyAt = (read: typeof first) => new Map(read.warnings.map(({ key, areas }) => [areas[0]?.name, key]))
    const again = document({ id: 'm2', references: ['m1'], infos: [part('A3', 'Extreme'), part('A2', 'Severe')] })
    const second = reading([again], first.memory)
    for (const area of ['A2', 'A3']) assert.equal(keyAt(second).get(area), keyAt(first).get(area), area)
    const third = reading([document({ id: 'm3', references: ['m2'], infos: [part('A2', 'Severe')] })], second.memory)
    assert.equal(keyAt(third).get('A2'), keyAt(first).get('A2'))
  })

  it('does not depend on the source of a message', () => {
    const [plain, relayed] = [document({ id: '2.49.0.0.276.DWD.1' }), document({ id: 'urn:oid:2.49.0.0.276.DWD.1.MUL' })]
    assert.equal(only(reading([plain])).key, only(reading([relayed])).key)
  })

  it('stays with its area when an issuer splits a warning, and is given to no other', () => {
    const first = reading([document({ infos: [info({}, 'A1')] })])
    const parts = ['A2', 'A1'].map((code, n) => document({ id: `m${n + 2}`, references: ['m1'], infos: [info({}, code)] }))
    const divided = reading(parts.slice(1), first.memory)
    const both = reading(parts, divided.memory)
    assert.equal(both.warnings.length, 2)
    assert.equal(both.warnings.find(({ key }) => key === 'm1')?.areas[0]?.name, 'A1')
    const again = reading(parts, both.memory)
    assert.deepEqual(new Set(again.warnings.map(({ key }) => key)), new Set(both.warnings.map(({ key }) => key)))
  })

  it('is ended by the latest message for all that lead to it', () => {
    const cancel = document({ id: 'm3', sent: '2026-07-01T09:30:00+00:00', msgType: 'Cancel', references: ['m1'] })
    const read = reading([document({ id: 'm2', references: ['m1'] }), cancel])
    assert.deepEqual([only(read).ended, only(read).key], [true, 'm1'])
  })

  it('is forgotten after days without a message', () => {
    const { memory } = reading([document({ id: 'm1', references: ['m0'] })])
    assert.equal(memory.messages.length, 1)
    assert.equal(reading([], memory, {}, NOW + 4 * 86_400_000).memory.messages.length, 1)
    assert.equal(reading([], memory, {}, NOW + 6 * 86_400_000).memory.messages.length, 0)
    for (const broken of [null, 3, { messages: [{ id: 1 }] }, { messages: 'x', runs: [{}] }])
      assert.deepEqual(toMemory(broken), NOTHING_KNOWN)
  })
})

describe('a sender whose messages refer to nothing', () => {
  const day = (date: number, level = 'yellow', codes = ['FR1'], sent = '08') =>
    document({
      id: `${date}-${level}-${codes.join('')}-${sent}`,
      sender: FRANCE,
      sent: `2026-07-01T${sent}:00:00+00:00`,
      infos: codes.map((code) =>
        info(
          { onset: `2026-07-0${date}T00:00:00Z`, expires: `2026-07-0${date + 1}T00:00:00Z` },
          code,
          named('awareness_type', '5; heat') + named('awareness_level', `${level === 'yellow' ? 2 : 3}; ${level}; x`),
        ),
      ),
    })
  const summaries = (read: ReturnType<typeof reading>) =>
    read.warnings.map(({ areas, start, end, level }) => [areas[0]?.name, start.slice(8, 10), end?.slice(8, 10), level?.name])

  it('warns by area and type, joining consecutive days of one level', () => {
    const read = reading([day(1), day(2, 'yellow', ['FR1', 'FR2']), day(3, 'orange')])
    assert.deepEqual(summaries(read), [
      ['FR1', '01', '03', 'yellow'],
      ['FR1', '03', '04', 'orange'],
      ['FR2', '02', '03', 'yellow'],
    ])
    assert.equal(new Set(read.warnings.map(({ key }) => key)).size, 3)
  })

  it('keeps the keys as days pass, areas change, and messages are reissued', () => {
    const first = reading([day(1), day(2, 'yellow', ['FR1', 'FR2'])])
    const next = reading(
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
    const first = reading([block(['FI1', 'FI2'])])
    const next = reading([block(['FI2', 'FI3', 'FI4'])], first.memory)
    const keyOf = (read: typeof first, code: string) => read.warnings.find(({ areas }) => areas[0]?.codes[0]?.code === code)?.key
    assert.deepEqual([first.warnings.length, next.warnings.length], [2, 3])
    assert.equal(keyOf(next, 'FI2'), keyOf(first, 'FI2'))
    assert.ok(keyOf(next, 'FI2') !== undefined)
  })

  it('has the names of its areas in each language, area by area', () => {
    const block = (language: string, names: readonly string[]) => {
      const areas = names.map(
        (name, n) => `<area><areaDesc>${name}</areaDesc><geocode><valueName>EMMA_ID</valueName><value>FI${n}</value></geocode></area>`,
      )
      return info({ language }).replace(/<area>.*<\/area>/, areas.join(''))
    }
    const infos = [block('fi', ['Uusimaa', 'Lappi']), block('sv', ['Nyland', 'Lappland'])]
    const read = reading([document({ sender: FRANCE, infos })])
    assert.deepEqual(
      read.warnings.map(({ areas, texts }) => [areas[0]?.name, texts[1]?.areaNames]),
      [
        ['Uusimaa', ['Nyland']],
        ['Lappi', ['Lappland']],
      ],
    )
  })

  it('counts once for the same time: the later message', () => {
    const read = reading([day(1), day(1, 'orange', ['FR1'], '09')])
    assert.deepEqual([summaries(read), read.leftOut], [[['FR1', '01', '02', 'orange']], { superseded: 1 }])
  })
})

describe('the blocks of a message', () => {
  const eventsOf = (...infos: readonly string[]) =>
    reading([document({ infos })]).warnings.map(({ areas, texts }) => [
      areas.map(({ name }) => name).join(),
      ...texts.map(({ event }) => event),
    ])

  it('of different languages are one warning, in whatever order they come', () => {
    const [storm, tempete] = [info(), info({ language: 'fr', event: 'Tempête' })]
    const heat = { severity: 'Minor', event: 'Heat' }
    const warned = [
      ['A1', 'Storm', 'Tempête'],
      ['A1', 'Heat'],
    ]
    assert.deepEqual(eventsOf(storm, tempete, info(heat)), warned)
    assert.deepEqual(eventsOf(storm, info(heat), tempete), warned)
  })

  it('that say the same in one language are as many warnings', () => {
    assert.deepEqual(eventsOf(info(), info({ event: 'Gale' }), info({ language: 'fr', event: 'Tempête' })), [
      ['A1', 'Storm', 'Tempête'],
      ['A1', 'Gale'],
    ])
  })

  it('are one warning if only their areas differ, and as many as texts otherwise', () => {
    assert.deepEqual(eventsOf(info(), info({}, 'A2')), [['A1,A2', 'Storm']])
    assert.deepEqual(eventsOf(info(), info({ event: 'Gale' }, 'A2')), [
      ['A1', 'Storm'],
      ['A2', 'Gale'],
    ])
  })
})
