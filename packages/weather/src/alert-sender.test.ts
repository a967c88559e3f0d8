import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canCallOffAlerts } from './alert-sender.ts'

const of = (sender: string, senderName: string | null = null) => ({ sender, senderName })

describe('speaksFor', () => {
  const table: readonly (readonly [string, Parameters<typeof canCallOffAlerts>, boolean])[] = [
    ['itself', [of('opendata@dwd.de'), of('opendata@dwd.de')], true],
    ['an office of the same agency, by its domain', [of('cap@mail.dwd.de'), of('opendata@dwd.de')], true],
    ['an agency, for its office', [of('https://www.metservice.com'), of('duty@north.metservice.com')], true],
    ['an agency by its name, whatever its address', [of('a@x.example', 'Service'), of('b@y.example', 'Service')], true],
    ['a collector, for its members', [of('hub@meteoalarm.org'), of('sinoptika@fhmzbih.gov.ba')], true],
    ['another agency', [of('sinoptika@rhmzrs.com'), of('sinoptika@fhmzbih.gov.ba')], false],
    ['an agency whose domain only ends alike', [of('x@notdwd.de'), of('opendata@dwd.de')], false],
    ['a country, for its agencies', [of('x@gov.example'), of('gov')], false],
    ['names without addresses', [of('office'), of('other')], false],
    ['another name in a format without senders', [{ senderName: 'A' }, { senderName: 'B' }], false],
    ['nobody in particular', [{ senderName: null }, of('office')], true],
  ]
  for (const [who, [sender, issuer], expected] of table)
    it(`${expected ? 'is true of' : 'is false of'} ${who}`, () => assert.equal(canCallOffAlerts(sender, issuer), expected))
})
