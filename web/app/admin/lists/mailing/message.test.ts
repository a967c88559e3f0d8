import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildAudience, EMPTY_DRAFT, buildMessageRequest, parsePlaceText, prepareSending, toMessageDraft } from './message.ts'

const DRAFT = { ...EMPTY_DRAFT, subject: ' A storm ', body: ' Stay at home.\n', timezone: 'Europe/Berlin' }

describe('the place of an audience', () => {
  it('is two coordinates, with or without a name before them', () => {
    assert.deepEqual(parsePlaceText(' New York 40.71, -74.01 '), { name: 'New York', lat: 40.71, lon: -74.01 })
    assert.deepEqual(parsePlaceText('-33 ,151.2'), { name: '-33, 151.2', lat: -33, lon: 151.2 })
  })

  it('is null for anything else', () => {
    for (const text of [
      '',
      'Berlin',
      '52.52',
      '52.52 13.41',
      '152.5, 13.41',
      '52.5, 1300',
      'Berlin52.52, 13.41',
      '52., 13',
      '52.52, 13.41 Berlin',
    ])
      assert.equal(parsePlaceText(text), null, text)
  })
})

describe('the audience of a draft', () => {
  it('has only what narrows it', () => {
    assert.deepEqual(buildAudience(DRAFT), { types: ['newsletter'] })
    assert.deepEqual(buildAudience({ ...DRAFT, place: 'nowhere' }), { types: ['newsletter'] })
    assert.deepEqual(
      buildAudience({
        ...DRAFT,
        types: ['city_alerts', 'newsletter'],
        languages: ['de'],
        place: 'Berlin 52.52, 13.41',
        radiusKm: 20,
        activeSince: '2026-11-01',
      }),
      {
        types: ['city_alerts', 'newsletter'],
        languages: ['de'],
        place: { name: 'Berlin', lat: 52.52, lon: 13.41, radiusKm: 20 },
        activeSince: '2026-11-01',
      },
    )
  })

  it('is the same again from what is stored of it', () => {
    for (const place of ['Berlin 52.52, 13.41', '52.52, 13.41', '']) {
      const draft = {
        ...DRAFT,
        types: ['newsletter', 'city_weekly'] as const,
        place,
        radiusKm: 20,
        activeSince: '2026-11-01',
        languages: ['de'],
      }
      const audience = buildAudience({ ...draft, types: [...draft.types] })
      assert.deepEqual(buildAudience(toMessageDraft({ subject: '', body: '', audience })), audience)
    }
    const former = { type: 'city_alerts', languages: [] } as const
    assert.deepEqual(toMessageDraft({ subject: 'a', body: 'b', audience: { ...former, languages: [] } }).types, ['city_alerts'])
  })

  it('is none where one address is written to', () => {
    assert.equal(buildAudience({ ...DRAFT, audience: 'one', languages: ['de'] }), null)
  })
})

describe('a message', () => {
  it('goes to its audience now, or at the local time of a zone; the text stays as it was written', () => {
    assert.deepEqual(buildMessageRequest(DRAFT), { subject: 'A storm', body: ' Stay at home.\n', audience: { types: ['newsletter'] } })
    assert.deepEqual(buildMessageRequest({ ...DRAFT, when: 'later', local: '2026-12-01T09:00' }), {
      subject: 'A storm',
      body: ' Stay at home.\n',
      audience: { types: ['newsletter'] },
      sendAt: { local: '2026-12-01T09:00', timezone: 'Europe/Berlin' },
    })
  })

  it('to one address goes at once, whatever was chosen for an audience', () => {
    const draft = { ...DRAFT, audience: 'one', to: ' ann@example.com ', when: 'later', local: '2026-12-01T09:00' } as const
    assert.deepEqual(buildMessageRequest(draft), { subject: 'A storm', body: ' Stay at home.\n', to: 'ann@example.com' })
  })
})

describe('sending a message', () => {
  it('has the same key until the message is another', () => {
    const first = prepareSending(DRAFT, null)
    assert.deepEqual(JSON.parse(first.message), buildMessageRequest(DRAFT))
    // The retry of an attempt whose answer was lost.
    assert.equal(prepareSending({ ...DRAFT }, first), first)
    // What is not sent does not make it another.
    assert.equal(prepareSending({ ...DRAFT, to: 'ann@example.com', local: '2026-12-01T09:00' }, first), first)
    const second = prepareSending({ ...DRAFT, body: 'It is over.' }, first)
    assert.notEqual(second.key, first.key)
    assert.match(second.message, /It is over/)
  })
})
