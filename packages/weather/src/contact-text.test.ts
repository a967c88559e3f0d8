import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasContact } from './contact-text.ts'

describe('a text for a search', () => {
  for (const text of [
    'ada@example.org',
    ' Ada Lovelace <ada@example.org> ',
    'ada＠example.org',
    'ada @ example.org',
    'ada [at] example.org',
    '0170\u200b1234567',
    '+49 170 1234567',
    '0170 1234567',
    '01701234567',
    '0049 30 123456',
    '(212) 555-0123',
    '212-555-0123',
    '+1 (212) 555.0123',
    '030/12345678',
    '555 01234',
    'Ada, +44 20 7946 0958',
    'Tel. 030 1234567890',
    'call 0170 1234567 now',
    '٠١٧٠ ١٢٣٤٥٦٧',
    '０１７０１２３４５６７',
  ])
    it(`has a contact: ${text}`, () => assert.equal(hasContact(text), true))
  for (const text of [
    'Berlin',
    '10115',
    '10115 Berlin',
    '90210-1234',
    '150-0001',
    '01310-100',
    '1234567',
    'SW1A 1AA',
    'K1A 0B1',
    '1012 AB Amsterdam',
    'Unter den Linden 77, 10117 Berlin',
    '1600 Pennsylvania Avenue NW, Washington, DC 20500',
    '52.52,13.41',
    '52.5200 13.4050',
    '100 Mile House',
    'Route 66',
    '東京 100-0001',
    '',
  ])
    it(`has none: ${text}`, () => assert.equal(hasContact(text), false))
})
