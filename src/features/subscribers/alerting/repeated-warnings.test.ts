import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CapMessage, toCapMessage } from '../../../../packages/providers/src/cap/message.ts'
import { wrapJsonObject } from '../../../../packages/providers/src/cap/node.ts'
import { writeCapDocument, writeCapInfo } from '../../../../packages/providers/src/cap/testing/messages.ts'
import { readSampleFile, withoutSamples } from '../../../../packages/providers/src/cap/testing/samples.ts'
import { createWarningPipeline, type Told } from '../../../../test/helpers/warning-pipeline.ts'

const OFFICE = 'duty@office.example'
const at = (minutes: number): string =>
  new Date(Date.parse('2026-07-01T12:00:00Z') + minutes * 60_000).toISOString().replace('.000Z', '+00:00')
const wind = (elements: Readonly<Record<string, string>> = {}, code = 'A1', more = ''): string =>
  writeCapInfo({ onset: at(60), expires: at(2_000), event: 'Wind warning', senderName: 'Office', ...elements }, code, more)
const alert = (id: string, minutes: number, infos = [wind()]): string => writeCapDocument({ id, sender: OFFICE, sent: at(minutes), infos })
/** A message of a sender that refers to the office's first one. */
const about = (id: string, minutes: number, msgType: string, sender = OFFICE, infos = [wind({ description: id })]): string =>
  writeCapDocument({ id, sender, sent: at(minutes), msgType, references: ['m1'], infos }).replace(`${sender},m1`, `${OFFICE},m1`)

describe('the mails about one warning', () => {
  const stagesOf = (lists: readonly (readonly string[])[], place = 'A1') => {
    const pipeline = createWarningPipeline(['A1', 'A2'])
    for (const list of lists) pipeline.read(list)
    return { told: pipeline.told(place).map(({ stage }) => stage), shown: pipeline.shown(place).map(({ cancelled }) => cancelled) }
  }
  const ONCE = { told: ['new'], shown: [false] }
  const times = <T>(count: number, list: T): T[] => Array.from({ length: count }, () => list)

  it('are one, if it is sent again under a new identifier without a reference', () => {
    const [first, again] = [alert('m1', 1), alert('m2', 15)]
    assert.deepEqual(stagesOf([[first], ...times(6, [again])]), ONCE)
    assert.deepEqual(stagesOf([[first], ...times(6, [first, again]), ...times(6, [again])]).told, ['new'])
  })

  it('are one for ten updates that all name the first message, listed one by one or together, by the sender or another', () => {
    for (const sender of [OFFICE, 'duty@other.example']) {
      const updates = Array.from({ length: 10 }, (_, index) => about(`m${index + 2}`, 20 + 10 * index, 'Update', sender))
      const together = updates.map((_, index) => [alert('m1', 1), ...updates.slice(0, index + 1)])
      assert.deepEqual(stagesOf([[alert('m1', 1)], ...together, ...times(6, updates)]), ONCE, sender)
      assert.deepEqual(stagesOf([[alert('m1', 1)], ...updates.map((update) => [update])]), ONCE, sender)
    }
  })

  it('are one, if two agencies update it between two readings', () => {
    const other = about('m2', 15, 'Update', 'duty@other.example', [wind({ senderName: 'Other' })])
    assert.deepEqual(stagesOf([[alert('m1', 1)], ...times(4, [other, about('m3', 16, 'Update')])]).told, ['new'])
  })

  it('have no call-off while one of two equal repetitions stands', () => {
    const repeated = [alert('m2', 15), alert('m3', 16)]
    const cancel = writeCapDocument({ id: 'c1', sender: OFFICE, sent: at(30), msgType: 'Cancel', references: ['m3'], infos: [wind()] })
    assert.deepEqual(stagesOf([[alert('m1', 1)], repeated, [...repeated, cancel], ...times(4, [...repeated, cancel])]).told, ['new'])
  })

  it('tell a rise that a repetition hides in a part of a list', () => {
    const pipeline = createWarningPipeline(['A1'])
    const rise = about('m2', 15, 'Update', OFFICE, [wind({ severity: 'Extreme' })])
    pipeline.read([alert('m1', 1)])
    pipeline.read([alert('m3', 16)], { complete: false })
    pipeline.read([rise, alert('m3', 16)])
    assert.deepEqual(
      pipeline.told().map(({ stage }) => stage),
      ['new', 'upgraded'],
    )
  })

  it('are new again after all warnings of one thing were called off, the highest of them first', () => {
    const high = alert('m2', 15, [wind({ severity: 'Extreme' })])
    const cancel = (id: string, of: string, minutes: number) =>
      writeCapDocument({ id, sender: OFFICE, sent: at(minutes), msgType: 'Cancel', references: [of], infos: [wind()] })
    const first = alert('m1', 1)
    const [overHigh, overFirst] = [cancel('c2', 'm2', 20), cancel('c1', 'm1', 30)]
    const gone = [first, high, overHigh, overFirst]
    assert.deepEqual(stagesOf([[first], [first, high], [first, high, overHigh], gone, [...gone, alert('m4', 50)]]).told, [
      'new',
      'new',
      'cancelled',
      'new',
    ])
  })

  it('have no call-off by a stranger, but one by an office of the agency, or a collector', () => {
    const with_ = (sender: string) => {
      const cancel = about('c1', 15, 'Cancel', sender, [wind({ senderName: sender })])
      return stagesOf([[alert('m1', 1)], [alert('m1', 1), cancel], [cancel]]).told
    }
    assert.deepEqual(with_('duty@other.example'), ['new'])
    for (const sender of [OFFICE, 'cap@north.office.example', 'hub@meteoalarm.org'])
      assert.deepEqual(with_(sender), ['new', 'cancelled'], sender)
  })

  it('are one at each place, if the sender divides it', () => {
    const both = wind().replace('</info>', `${/<area>.*<\/area>/.exec(wind({}, 'A2'))?.[0]}</info>`)
    const parts = [about('m2', 15, 'Update'), about('m3', 16, 'Update', OFFICE, [wind({}, 'A2')])]
    const lists = [[alert('m1', 1, [both])], ...times(6, parts)]
    assert.deepEqual([stagesOf(lists, 'A1'), stagesOf(lists, 'A2')], [ONCE, ONCE])
  })

  it('tell a rise, and an end when nothing stands any more', () => {
    const [yellow, red] = [
      { event: 'Yellow wind warning', severity: 'Moderate' },
      { event: 'Red wind warning', severity: 'Extreme' },
    ]
    const lists = [
      [alert('m1', 1, [wind(yellow)])],
      ...times(6, [alert('m2', 15, [wind(red)])]),
      ...times(6, [alert('m3', 95, [wind(yellow)])]),
    ]
    assert.deepEqual(stagesOf(lists).told, ['new', 'new'])
    assert.deepEqual(stagesOf([...lists, ...times(6, [])]).told, ['new', 'new', 'cancelled'])
  })
})

describe('the recorded warnings of Bosnia and Herzegovina', { skip: withoutSamples }, () => {
  const bihac = '240105142838.98332252'
  const again = '240106080313.50378886'
  const listed = () => {
    const { warnings } = JSON.parse(readSampleFile('meteoalarm/feeds_api_v1_bosnia_herzegovina.json').toString()) as {
      warnings: { alert: object }[]
    }
    return warnings.flatMap(({ alert }) => toCapMessage(wrapJsonObject(alert as never), null) ?? [])
  }
  const snowIn = (tellings: readonly Told[]) => tellings.filter(({ title }) => title === 'moderate Snow-ice Yellow Warning')

  it('call nothing off that is sent again under a new identifier, and mail it once', () => {
    const snow = listed().filter(({ identifier }) => identifier.endsWith(bihac) || identifier.endsWith(again))
    for (const keepsFirst of [false, true]) {
      const pipeline = createWarningPipeline(['BA001'], Date.parse('2024-01-06T06:00:00Z'))
      const [first, second] = snow as [CapMessage, CapMessage]
      pipeline.read([first])
      pipeline.read([first], { afterMinutes: 60 })
      for (let reading = 0; reading < 6; reading++) pipeline.read(keepsFirst ? [first, second] : [second])
      for (let reading = 0; reading < 6; reading++) pipeline.read([second])
      assert.deepEqual(
        snowIn(pipeline.told()).map(({ stage }) => stage),
        ['new'],
      )
      assert.deepEqual(
        pipeline.shown('BA001').filter(({ cancelled }) => cancelled),
        [],
      )
    }
  })

  it('are mailed once for each kind and day, as the whole list is read again and again', () => {
    const pipeline = createWarningPipeline(['BA001', 'BA004', 'BA006'], Date.parse('2024-01-05T14:00:00Z'))
    for (let hours = 0; hours < 40; hours += 1)
      pipeline.read(
        listed().filter(({ sentMs }) => sentMs <= pipeline.now()),
        { afterMinutes: 60 },
      )
    const told = pipeline.told().map(({ place, stage, title }) => `${place} ${stage} ${title}`)
    assert.equal(new Set(told).size, told.length - 1, 'in Bihac snow is announced for two days')
    assert.ok(told.every((each) => each.includes(' new ')))
  })
})
